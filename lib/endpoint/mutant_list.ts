/**
 * Every mutant and every oddity, by theme.
 *
 * @module
 */
import type { Mutant } from "./mutant.ts";
import { bodyMutants } from "./mutants/body_bytes.ts";
import { deadlineMutants } from "./mutants/deadline.ts";
import { framingMutants } from "./mutants/framing.ts";
import { agentOddities } from "./mutants/oddities_agent.ts";
import { bodyOddities } from "./mutants/oddities_body.ts";
import { boundOddities } from "./mutants/oddities_bounds.ts";
import { wireOddities } from "./mutants/oddities_wire.ts";
import { replyAndErrorMutants } from "./mutants/reply_error.ts";
import { requestMutants } from "./mutants/requests.ts";
import { resetMutants } from "./mutants/reset.ts";
import { routeMutants } from "./mutants/routes.ts";
import { sessionMutants } from "./mutants/session.ts";
import { surfaceConductMutants } from "./mutants/surface_conduct.ts";
import { surfaceShapeMutants } from "./mutants/surface_shape.ts";
import { toolCallMutants } from "./mutants/tool_calls.ts";
import { turnStatusMutants } from "./mutants/turn_status.ts";
import { unreachableTargets } from "./mutants/unreachable.ts";
import { versionMutants } from "./mutants/version.ts";

/** All tables, each under its theme. */
export const MUTANTS_BY_THEME: Readonly<Record<string, readonly Mutant[]>> = {
  "tool calls": toolCallMutants,
  "reply and error": replyAndErrorMutants,
  version: versionMutants,
  "turn status": turnStatusMutants,
  deadline: deadlineMutants,
  session: sessionMutants,
  requests: requestMutants,
  reset: resetMutants,
  routes: routeMutants,
  "body bytes": bodyMutants,
  framing: framingMutants,
  "surface shape": surfaceShapeMutants,
  "surface conduct": surfaceConductMutants,
  unreachable: unreachableTargets,
  "odd on the wire": wireOddities,
  "odd in the body": bodyOddities,
  "odd in behaviour": agentOddities,
  "past our bounds": boundOddities,
};

/** All of them, in one list. */
export const MUTANTS: readonly Mutant[] = Object.values(MUTANTS_BY_THEME).flat();

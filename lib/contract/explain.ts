/**
 * What `wt-inject explain ID` says about a clause.
 *
 * @module
 */
import { AROUND } from "./explain_around.ts";
import { ERRORS } from "./explain_errors.ts";
import { RESET } from "./explain_reset.ts";
import { RESPONSE } from "./explain_response.ts";
import { REQUEST, SESSION } from "./explain_session.ts";
import { SURFACE } from "./explain_surface.ts";
import type { Explanation, Explanations } from "./explain_text.ts";
import { TRANSPORT, VERSIONING } from "./explain_transport.ts";

export { EXAMPLE_WIDTH, type Explanation } from "./explain_text.ts";

const explanations: Explanations = {
  ...TRANSPORT,
  ...VERSIONING,
  ...SESSION,
  ...REQUEST,
  ...RESPONSE,
  ...ERRORS,
  ...RESET,
  ...SURFACE,
  ...AROUND,
};

/** Why a clause matters, a good and a bad example, and how to mend it; `undefined` for an unknown id. */
export function explainClause(id: string): Explanation | undefined {
  return Object.hasOwn(explanations, id) ? explanations[id] : undefined;
}

/** The ids that are explained. */
export const EXPLAINED_IDS: readonly string[] = Object.keys(explanations);

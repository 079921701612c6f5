import { agentOddities } from "../../lib/endpoint/mutants/oddities_agent.ts";
import { bodyOddities } from "../../lib/endpoint/mutants/oddities_body.ts";
import { boundOddities } from "../../lib/endpoint/mutants/oddities_bounds.ts";
import { wireOddities } from "../../lib/endpoint/mutants/oddities_wire.ts";
import { assertJudgedAsPinned } from "./_mutants.ts";

Deno.test("conform() passes every legal way to frame an answer", () =>
  assertJudgedAsPinned(wireOddities));

Deno.test("conform() passes legal JSON of every kind", () => assertJudgedAsPinned(bodyOddities));

Deno.test("conform() passes odd behaviour within the contract", () =>
  assertJudgedAsPinned(agentOddities));

Deno.test("conform() blames nobody for answers past its own bounds", () =>
  assertJudgedAsPinned(boundOddities));

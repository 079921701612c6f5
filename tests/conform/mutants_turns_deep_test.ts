import { deadlineMutants } from "../../lib/endpoint/mutants/deadline.ts";
import { sessionMutants } from "../../lib/endpoint/mutants/session.ts";
import { turnStatusMutants } from "../../lib/endpoint/mutants/turn_status.ts";
import { assertJudgedAsPinned } from "./_mutants.ts";

Deno.test("conform() judges turns that are no 200 as pinned", () =>
  assertJudgedAsPinned(turnStatusMutants));

// Clocks are judged here, so few run at once.
Deno.test("conform() judges broken deadlines as pinned", () =>
  assertJudgedAsPinned(deadlineMutants, 4));

Deno.test("conform() judges refused sessions as pinned", () =>
  assertJudgedAsPinned(sessionMutants));

import { surfaceConductMutants } from "../../lib/endpoint/mutants/surface_conduct.ts";
import { surfaceShapeMutants } from "../../lib/endpoint/mutants/surface_shape.ts";
import { assertJudgedAsPinned } from "./_mutants.ts";

Deno.test("conform() judges surfaces of broken shape as pinned", () =>
  assertJudgedAsPinned(surfaceShapeMutants));

Deno.test("conform() judges surfaces that misbehave as pinned", () =>
  assertJudgedAsPinned(surfaceConductMutants));

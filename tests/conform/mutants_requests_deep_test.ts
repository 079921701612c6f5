import { requestMutants } from "../../lib/endpoint/mutants/requests.ts";
import { resetMutants } from "../../lib/endpoint/mutants/reset.ts";
import { assertJudgedAsPinned } from "./_mutants.ts";

Deno.test("conform() judges broken ways to take requests as pinned", () =>
  assertJudgedAsPinned(requestMutants));

Deno.test("conform() judges broken resets as pinned", () => assertJudgedAsPinned(resetMutants));

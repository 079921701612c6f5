import { bodyMutants } from "../../lib/endpoint/mutants/body_bytes.ts";
import { framingMutants } from "../../lib/endpoint/mutants/framing.ts";
import { assertJudgedAsPinned } from "./_mutants.ts";

Deno.test("conform() judges bodies that are no JSON in UTF-8 as pinned", () =>
  assertJudgedAsPinned(bodyMutants));

Deno.test("conform() judges broken framing as pinned", () => assertJudgedAsPinned(framingMutants));

import { replyAndErrorMutants } from "../../lib/endpoint/mutants/reply_error.ts";
import { toolCallMutants } from "../../lib/endpoint/mutants/tool_calls.ts";
import { versionMutants } from "../../lib/endpoint/mutants/version.ts";
import { assertJudgedAsPinned } from "./_mutants.ts";

Deno.test("conform() judges broken tool calls as pinned", () =>
  assertJudgedAsPinned(toolCallMutants));

Deno.test("conform() judges broken replies and errors as pinned", () =>
  assertJudgedAsPinned(replyAndErrorMutants));

Deno.test("conform() judges broken versions as pinned", () => assertJudgedAsPinned(versionMutants));

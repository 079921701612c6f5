import { assertEquals } from "@std/assert";
import { contractHandler, type Surface } from "../../lib/endpoint/handler.ts";
import { agentOf, send } from "./support.ts";

const quiet = agentOf(() => ({ reply: "r" }));

function probe(surface: () => unknown) {
  const handler = contractHandler({ ...quiet, surface: surface as () => Surface });
  return send(handler, "/wt/surface", { wt_inject: 1 });
}

Deno.test("contractHandler() reports a surface as the agent gives it, at once or later", async () => {
  const surface: Surface = {
    system_instructions: [{ type: "text", content: "Be brief." }],
    tool_definitions: [{ name: "a" }, { name: "b", description: "B", input_schema: {} }],
    extra_segments: [{ name: "n", content: "" }],
  };
  const reported = { status: 200, body: { wt_inject: 1, surface } };
  assertEquals(await probe(() => surface), reported);
  assertEquals(await probe(() => Promise.resolve(surface)), reported);
  const empty = { system_instructions: [], tool_definitions: [], extra_segments: [] };
  assertEquals((await probe(() => empty)).status, 200);
});

Deno.test("contractHandler() calls surface() as the agent's method", async () => {
  class Steered {
    prompt = "mine";
    inject = quiet.inject;
    reset() {}
    surface(): Surface {
      return {
        system_instructions: [{ type: "text", content: this.prompt }],
        tool_definitions: [],
        extra_segments: [],
      };
    }
  }
  const handler = contractHandler(new Steered());
  assertEquals((await send(handler, "/wt/surface", { wt_inject: 1 })).status, 200);
});

Deno.test("contractHandler() answers 500 rather than a surface off contract, and never a part of it", async () => {
  const lists = { system_instructions: [], tool_definitions: [], extra_segments: [] };
  const bad: unknown[] = [
    undefined,
    null,
    {},
    { ...lists, extra_segments: undefined },
    { ...lists, system_instructions: ["Be brief."] },
    { ...lists, tool_definitions: [{ description: "nameless" }] },
    { ...lists, extra_segments: [{ name: "n" }] },
  ];
  for (const surface of bad) {
    const { status, body } = await probe(() => surface);
    assertEquals([surface, status, Object.keys(body as object)], [surface, 500, [
      "wt_inject",
      "error",
    ]]);
  }
});

Deno.test("contractHandler() answers 500 with the words of a surface() that throws", async () => {
  const answer = await probe(() => {
    throw new Error("no prompt yet");
  });
  assertEquals(answer, { status: 500, body: { wt_inject: 1, error: "no prompt yet" } });
});

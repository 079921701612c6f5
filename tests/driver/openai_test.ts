import { assertEquals } from "@std/assert";
import { toOpenAiResponse } from "../../lib/driver/openai.ts";
import { answering, driverOf } from "./support.ts";

async function converted(json: string) {
  await using server = answering(json);
  return toOpenAiResponse(await driverOf(server).inject("s", "t"));
}

Deno.test("toOpenAiResponse() writes a turn without calls", async () => {
  assertEquals(await converted('{"wt_inject":1,"reply":"12 lamps","tool_calls":[]}'), {
    choices: [{
      message: { role: "assistant", content: "12 lamps", tool_calls: [] },
      finish_reason: "stop",
    }],
  });
});

Deno.test("toOpenAiResponse() numbers calls from 0 and stringifies arguments digit for digit", async () => {
  const response = await converted(
    '{"wt_inject":1,"reply":"r","tool_calls":[' +
      '{"name":"a","arguments":{"n": 12345678901234567890, "p": 1.10, "s": "é\\u0041"}},' +
      '{"name":"b","arguments":{}},{"name":"a","arguments":{"z":[1.0,-0,1E3]}}]}',
  );
  assertEquals(response, {
    choices: [{
      message: {
        role: "assistant",
        content: "r",
        tool_calls: [
          {
            id: "call_0",
            type: "function",
            function: { name: "a", arguments: '{"n":12345678901234567890,"p":1.10,"s":"éA"}' },
          },
          { id: "call_1", type: "function", function: { name: "b", arguments: "{}" } },
          {
            id: "call_2",
            type: "function",
            function: { name: "a", arguments: '{"z":[1.0,-0,1E3]}' },
          },
        ],
      },
      finish_reason: "tool_calls",
    }],
  });
});

Deno.test("toOpenAiResponse() puts the error into worker_warnings and makes up no reply", async () => {
  assertEquals(
    await converted(
      '{"wt_inject":1,"reply":"","tool_calls":[{"name":"a","arguments":{}}],"error":" gave up\\n"}',
    ),
    {
      choices: [{
        message: {
          role: "assistant",
          content: "",
          tool_calls: [
            { id: "call_0", type: "function", function: { name: "a", arguments: "{}" } },
          ],
        },
        finish_reason: "tool_calls",
      }],
      worker_warnings: [" gave up\n"],
    },
  );
});

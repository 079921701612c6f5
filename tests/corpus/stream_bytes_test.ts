import { assertEquals } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import { streamActions, type StreamAnswer } from "../../lib/corpus/players/stream_bytes.ts";
import type { Dialect } from "../../lib/corpus/transcript.ts";

const utf8 = new TextEncoder();

/** What a stream is written as: texts where the bytes are UTF-8, numbers where they aren't. */
function written(text: string, dialect: Dialect = "chat"): readonly (string | readonly number[])[] {
  const doc = parseJson(text);
  const answer = doc.value as unknown as StreamAnswer;
  return streamActions(answer, dialect, doc, "here").map((action) => {
    if ("hold" in action) return `hold ${action.hold}`;
    if ("head" in action) return "head";
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(action.write);
    } catch {
      return [...action.write];
    }
  });
}

Deno.test("streamActions() frames an event as its dialect does, its numbers as they are spelled", () => {
  const event = '{"stream":[{"event":{"type":"ping","n":12345678901234567890,"x":1.10}}]}';
  const data = '{"type":"ping","n":12345678901234567890,"x":1.10}';
  assertEquals(written(event, "chat"), [`data: ${data}\n\n`]);
  assertEquals(written(event, "messages"), [`event: ping\ndata: ${data}\n\n`]);
  assertEquals(written(event, "responses"), [`event: ping\ndata: ${data}\n\n`]);
  assertEquals(written('{"stream":[{"name":"odd","event":{}}]}'), ["event: odd\ndata: {}\n\n"]);
  assertEquals(written('{"stream":[{"event":{"a":1}}]}', "messages"), ['data: {"a":1}\n\n']);
});

Deno.test("streamActions() writes text and bytes as they stand, a step a write", () => {
  const answer = '{"stream":[{"text":": ping\\r\\n"},{"head":true},{"base64":"/w=="},{"text":""}]}';
  assertEquals(written(answer), [": ping\r\n", "head", [255]]);
});

Deno.test("streamActions() joins what stands between two holds", () => {
  const steps = '[{"text":"a"},{"text":"b"},{"hold":"first-text"},{"text":"c"},{"text":"d"}]';
  assertEquals(written(`{"writes":"whole","stream":${steps}}`), ["ab", "hold first-text", "cd"]);
});

Deno.test("streamActions() cuts inside characters and texts, where it is told to", () => {
  const steps = '[{"text":"x é y é z"},{"text":"!"}]';
  const cut = (cuts: string) => written(`{"writes":{"cut":${cuts}},"stream":${steps}}`);
  const [c3, a9] = [...utf8.encode("é")];
  assertEquals(cut('[{"in":"é","byte":1}]'), [
    [120, 32, c3!],
    [a9!, ...utf8.encode(" y é z!")],
  ]);
  assertEquals(cut('[{"in":"é","byte":1,"nth":2}]'), [
    [...utf8.encode("x é y "), c3!],
    [a9!, ...utf8.encode(" z!")],
  ]);
  assertEquals(cut('[{"in":"z!","byte":1},{"in":" y","byte":1}]'), ["x é ", "y é z", "!"]);
});

Deno.test("streamActions() writes in pieces of so many bytes", () => {
  assertEquals(written('{"writes":{"bytes":2},"stream":[{"text":"abc"},{"text":"de"}]}'), [
    "ab",
    "cd",
    "e",
  ]);
  const many = streamActions(
    { stream: [{ text: "x".repeat(1000) }], writes: { bytes: 1 } },
    "chat",
    parseJson("{}"),
    "here",
  );
  assertEquals(many.length, 1000);
  // Waiting between them all would take seconds.
  const apart = many.filter((action) => "apart" in action && action.apart).length;
  assertEquals(apart > 30 && apart < 100, true, String(apart));
});

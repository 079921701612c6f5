import { assertEquals } from "@std/assert";
import { MODEL_WRITERS, modelServer } from "../../lib/corpus/players/model.ts";
import type { ModelOut } from "../../lib/corpus/players/model_reply.ts";
import { oracles } from "../../lib/corpus/oracle/oracles.ts";
import { DIALECTS } from "../../lib/corpus/transcript.ts";
import { once } from "../../lib/wire/client.ts";

const utf8 = new TextEncoder();
const FORM = { model: "m", id: "a1", usageChunk: true };

const TEXT: ModelOut = { text: "Bertå 7 — naïve.", calls: [], stop: "stop" };
const CALLS: ModelOut = {
  text: "Let me see.",
  calls: [
    { id: "call_a", name: "find", arguments: '{"n":1.10}' },
    { id: "call_b", name: "look", arguments: "{}" },
  ],
  stop: "tool_calls",
};
const CUT: ModelOut = { text: "The Halcyon lies at ber", calls: [], stop: "length" };

Deno.test("MODEL_WRITERS write bodies that the oracles read back without a fault", () => {
  for (const dialect of DIALECTS) {
    for (const out of [TEXT, CALLS, CUT]) {
      const body = utf8.encode(MODEL_WRITERS[dialect].body(out, FORM));
      const { ending, parts, stop, faults } = oracles[dialect].answer(200, [], body);
      const cut = out === CUT;
      assertEquals([faults, ending], [[], cut ? "incomplete" : "complete"], dialect);
      assertEquals(stop, out.stop);
      assertEquals(parts.length, out === CALLS ? 3 : 1);
      assertEquals(parts[0], { text: out.text });
    }
  }
});

Deno.test("MODEL_WRITERS write streams that the oracles read back without a fault", () => {
  for (const dialect of DIALECTS) {
    const writer = MODEL_WRITERS[dialect];
    for (const out of [TEXT, CALLS, CUT]) {
      const reader = oracles[dialect].stream();
      for (const event of writer.events(out, FORM)) reader.feed(utf8.encode(event), 0);
      reader.feed(utf8.encode(writer.ending(out, FORM)), 0);
      const { ending, parts, stop, faults } = reader.end("eof");
      assertEquals([faults, ending], [[], out === CUT ? "incomplete" : "complete"], dialect);
      assertEquals(stop, out.stop);
      assertEquals(parts[0], { text: out.text });
      if (out === CALLS) {
        assertEquals(parts[1], {
          call: {
            id: "call_a",
            name: "find",
            arguments: { kind: "object", json: '{"n":1.10}' },
          },
        });
      }
    }
  }
});

Deno.test("MODEL_WRITERS carry malformed arguments as text", () => {
  const call = { id: "call_a", name: "find", arguments: '{"n": 1' };
  const out: ModelOut = { text: "", calls: [call], stop: "tool_calls" };
  for (const dialect of DIALECTS) {
    const writer = MODEL_WRITERS[dialect];
    const reader = oracles[dialect].stream();
    for (const event of writer.events(out, FORM)) reader.feed(utf8.encode(event), 0);
    reader.feed(utf8.encode(writer.ending(out, FORM)), 0);
    const [part] = reader.end("eof").parts;
    const told = { id: "call_a", name: "find", arguments: { kind: "raw", text: '{"n": 1' } };
    assertEquals(part, { call: told } as typeof part, dialect);
  }
});

Deno.test("MODEL_WRITERS end a stream with an error of their dialect", () => {
  for (const dialect of DIALECTS) {
    const writer = MODEL_WRITERS[dialect];
    const reader = oracles[dialect].stream();
    for (const event of writer.events(TEXT, FORM)) reader.feed(utf8.encode(event), 0);
    reader.feed(utf8.encode(writer.failure("no")), 0);
    assertEquals(reader.end("eof").ending, "error", dialect);
    assertEquals(oracles[dialect].answer(500, [], utf8.encode(writer.error("no"))).ending, "error");
  }
});

Deno.test("modelServer() answers as it is asked, keeps copies, and answers probes", async () => {
  const seen: string[] = [];
  const server = modelServer({
    dialect: "chat",
    answer({ body, request, index }) {
      seen.push(new TextDecoder().decode(body));
      assertEquals(index, seen.length - 1);
      return request.stream ? CUT : TEXT;
    },
  });
  try {
    const post = (route: string, body: unknown) =>
      fetch(`${server.url}${route}`, { method: "POST", body: JSON.stringify(body) });
    const asked = { model: "m", messages: [{ role: "user", content: "hi" }] };
    const plain = await post("/v1/chat/completions", asked);
    assertEquals((await plain.json()).choices[0].message.content, TEXT.text);
    const stream = await post("/chat/completions?x=1", { ...asked, stream: true });
    assertEquals(stream.headers.get("content-type"), "text/event-stream; charset=utf-8");
    assertEquals((await stream.text()).trimEnd().endsWith("data: [DONE]"), true);
    const models = await fetch(`${server.url}/v1/models`);
    assertEquals((await models.json()).data.length, 1);
    const other = await post("/v1/messages", asked);
    await other.body?.cancel();
    assertEquals([other.status, server.strays, seen.length], [404, 1, 2]);
  } finally {
    await server.close();
  }
});

Deno.test("modelServer() refuses what is no JSON object, as a server would, and asks no script", async () => {
  let asked = 0;
  const model = modelServer({
    answer: () => {
      asked++;
      return TEXT;
    },
  });
  try {
    const post = async (route: string, body: string) => {
      const url = `${model.url}/v1/${route}`;
      const { response } = await once({
        method: "POST",
        url,
        headers: [],
        body: utf8.encode(body),
      });
      return [response?.status, new TextDecoder().decode(response?.body)] as const;
    };
    for (
      const [dialect, route] of [["chat", "chat/completions"], ["messages", "messages"]] as const
    ) {
      for (const body of ['{"messages":[', '{"messages":[],"temperature":NaN}', "[]", ""]) {
        const [status, text] = await post(route, body);
        assertEquals(status, 400, body);
        const { ending, faults } = oracles[dialect].answer(400, [], utf8.encode(text));
        assertEquals([ending, faults], ["error", []]);
      }
    }
    assertEquals([asked, model.strays], [0, 8]);
    assertEquals((await post("chat/completions", '{"messages":[],"messages":[]}'))[0], 200);
    assertEquals(asked, 1);
  } finally {
    await model.close();
  }
});

/**
 * What a gateway's author could rightly object to, and what he could rightly be accused of.
 */
import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { compareRequest } from "../../lib/corpus/compare_request.ts";
import type { ExpectedRequest } from "../../lib/corpus/expectation.ts";
import { Ids } from "../../lib/corpus/ids.ts";
import { oracles } from "../../lib/corpus/oracle/oracles.ts";
import { hintOf } from "../../lib/corpus/tell.ts";
import type { CorpusTarget } from "../../lib/corpus/target.ts";
import type { Dialect, RequestTranscript, ToolOffer } from "../../lib/corpus/transcript.ts";
import { jsonAnswer, rawServer, type Step } from "../../lib/wire/raw_server.ts";
import { asks, corpusOf, exchange, says, turns, verdictOf, whole } from "./chat_corpus.ts";
import { collector, inShort, type Told } from "./comparing.ts";
import { accusedOf } from "./gateway_mutants.ts";
import { gatewayParts } from "../../lib/gateway/parts.ts";
import { partsWith } from "../../lib/gateway/mutants/mutant.ts";
import { relayTarget } from "./relay.ts";

const encoder = new TextEncoder();

const ASKED: RequestTranscript = { model: "m", stream: false, turns: [], tools: [], other: {} };

function requestDiffers(
  expected: Partial<ExpectedRequest>,
  received: Partial<RequestTranscript>,
  own?: RequestTranscript,
  dialect: Dialect = "chat",
): Told {
  const differences = collector("documented");
  compareRequest(
    { turns: [], tools: [], other: {}, ...expected },
    { ...ASKED, ...received },
    { model: "m", own },
    "",
    { ids: new Ids(false), dialect, differences },
  );
  return inShort(differences);
}

const tool = (schema: string, description?: string): ToolOffer => ({
  name: "f",
  schema,
  ...(description === undefined ? {} : { description }),
});

Deno.test("compareTools() takes schemas for one that mean one, but for a relay", () => {
  const plain = tool('{"type":"object"}');
  const full = tool('{"required":[],"type":"object","properties":{}}', "");
  assertEquals(requestDiffers({ tools: [plain] }, { tools: [full] }), []);
  assertEquals(requestDiffers({ tools: [full] }, { tools: [plain] }), []);
  const relayed = requestDiffers({ tools: [plain] }, { tools: [full] }, ASKED);
  assertEquals(relayed.map(([code]) => code), ["tool-description", "tool-schema"]);
});

Deno.test("compareTools() takes no schema for one without parameters in Chat alone", () => {
  const sides = [{ tools: [tool('{"type":"object","properties":{}}')] }, { tools: [tool("{}")] }];
  assertEquals(requestDiffers(sides[0]!, sides[1]!), []);
  const elsewhere = requestDiffers(sides[0]!, sides[1]!, undefined, "responses");
  assertEquals(elsewhere.map(([code]) => code), ["tool-schema"]);
  const some = { tools: [tool('{"type":"object","properties":{"a":{}}}')] };
  assertEquals(requestDiffers(some, sides[1]!).map(([code]) => code), ["tool-schema"]);
});

Deno.test("compareTools() keeps exact numbers where schemas are held against each other", () => {
  const schema = (max: string) =>
    tool(`{"type":"object","properties":{"n":{"maximum":${max}}},"required":[]}`);
  const sides = [schema("9007199254740993"), schema("9007199254740992")] as const;
  assertEquals(
    requestDiffers({ tools: [sides[0]] }, { tools: [sides[1]] }).map(([code]) => code),
    ["tool-schema"],
  );
});

Deno.test("compareRequest() takes null for nothing said", () => {
  const body = '{"model":"m","messages":[],"tools":null,"tool_choice":null,"stop":null,' +
    '"max_tokens":null,"parallel_tool_calls":null,"stream":null}';
  assertEquals(requestDiffers({}, oracles.chat.request(encoder.encode(body))), []);
});

Deno.test("compareRequest() warns of a limit and of an auto that nobody asked for", () => {
  assertEquals(requestDiffers({}, { limit: "4096" }), [["limit-changed", "warned", "/limit"]]);
  assertEquals(requestDiffers({}, { limit: "0" }), [["limit-changed", "failed", "/limit"]]);
  assertEquals(requestDiffers({}, { choice: { mode: "auto" } }), [
    ["choice-changed", "warned", "/choice"],
  ]);
  assertEquals(requestDiffers({}, { choice: { mode: "required" } })[0]?.[1], "failed");
});

const call = (id: string) => ({ id, type: "function", function: { name: "f", arguments: "{}" } });
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "x" });

function parted(messages: readonly object[]): Told {
  const body = encoder.encode(JSON.stringify({ model: "m", messages }));
  const { turns, ...received } = oracles.chat.request(body);
  return requestDiffers({}, { ...received, turns: [] }).filter(() => turns.length > 0);
}

Deno.test("compareRequest() finds calls of a turn in messages of their own, which no Chat upstream takes", () => {
  const one = { role: "assistant", content: null, tool_calls: [call("a")] };
  const two = { role: "assistant", content: null, tool_calls: [call("b")] };
  const both = { role: "assistant", content: null, tool_calls: [call("a"), call("b")] };
  assertEquals(parted([both, result("a"), result("b")]), []);
  assertEquals(parted([one, result("a"), two, result("b")]), []);
  assertEquals(parted([both]), [], "a conversation may end with calls");
  const [difference, ...more] = parted([one, two, result("a"), result("b")]);
  assertEquals(difference?.slice(0, 2), ["calls-parted", "failed"]);
  assertEquals(more, []);
});

Deno.test("the corpus accuses a gateway that gives each call of a turn a message of Chat of its own", async () => {
  const make = () =>
    partsWith({
      writeRequest: {
        ...gatewayParts.writeRequest,
        chat(request) {
          const body = JSON.parse(gatewayParts.writeRequest.chat(request));
          body.messages = body.messages.flatMap((message: { tool_calls?: object[] }) =>
            message.tool_calls?.map((one) => ({ ...message, tool_calls: [one] })) ?? [message]
          );
          return JSON.stringify(body);
        },
      },
    });
  const paths = ["messages-to-chat", "responses-to-chat"];
  const accused = await accusedOf(make, paths, ["results-out-of-order"]);
  assertEquals(accused.map(({ path, verdict }) => [path, verdict]), [
    ["messages-to-chat", "failed"],
    ["responses-to-chat", "failed"],
  ]);
  for (const { codes } of accused) assert(codes.includes("calls-parted"));
});

function streamed(dialect: Dialect, text: string) {
  const reader = oracles[dialect].stream();
  reader.feed(encoder.encode(text), 0);
  const { ending, error, faults } = reader.end("eof");
  return { ending, code: error?.code, faults: faults.map(({ code }) => code) };
}

Deno.test("a stream of Chat may name the event of its error, and no other", () => {
  const error = 'data: {"error":{"message":"no","code":"c"}}\n\n';
  assertEquals(streamed("chat", `event: error\n${error}`), {
    ending: "error",
    code: "c",
    faults: [],
  });
  assertEquals(streamed("chat", `event: failure\n${error}`).faults, ["event-name"]);
  assertEquals(streamed("chat", 'event: error\ndata: {"choices":[]}\n\n').faults[0], "event-name");
});

Deno.test("an error of Responses in a member of its own is told by a code of its own", () => {
  const error = { message: "no", code: "c", param: null };
  const event = (data: object) =>
    `event: error\ndata: ${JSON.stringify({ type: "error", sequence_number: 0, ...data })}\n\n`;
  assertEquals(streamed("responses", event(error)), { ending: "error", code: "c", faults: [] });
  const nested = streamed("responses", event({ error }));
  assertEquals(nested, { ending: "error", code: "c", faults: ["error-nested"] });
});

Deno.test("hintOf() tells faults of grammar apart", () => {
  const all = hintOf("grammar-of-which-nobody-knows");
  assertNotEquals(hintOf("grammar-step-missing"), all);
  assertStringIncludes(hintOf("grammar-step-missing"), "content_part.added");
  assertStringIncludes(hintOf("calls-parted"), "one assistant message");
});

const plain = await corpusOf({ exchanges: [exchange(asks("x"), says("y"))] }, {
  exchanges: [{ upstream: [turns("x")], answer: whole("y") }],
});

Deno.test("runCorpus() judges once more where an answer that took too long lacks all the rest", async () => {
  const slowOnce = (): CorpusTarget => {
    const { open, ...rest } = relayTarget();
    let opened = 0;
    return {
      ...rest,
      patienceMs: 150,
      open(...args) {
        if (opened++ > 0) return open(...args);
        const server = rawServer(function* (): Iterable<Step> {
          yield { wait: server.peerClosed(0) };
        });
        return Promise.resolve({ url: `${server.url}/v1`, close: () => server.close() });
      },
    };
  };
  assertEquals(await verdictOf(plain, slowOnce()), ["passed"]);
});

Deno.test("runCorpus() judges a wrong answer once, however soon it came", async () => {
  let opened = 0;
  const target: CorpusTarget = {
    label: "wrong",
    paths: ["chat-to-chat"],
    parallel: 1,
    patienceMs: 150,
    open() {
      opened++;
      const server = rawServer(function* (): Iterable<Step> {
        yield { send: jsonAnswer({ error: { message: "no" } }, 500) };
      });
      return Promise.resolve({ url: `${server.url}/v1`, close: () => server.close() });
    },
  };
  assertEquals((await verdictOf(plain, target))[0], "failed");
  assertEquals(opened, 1);
});

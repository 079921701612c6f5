import { assertEquals } from "@std/assert";
import { runTurn, type TurnInput, type TurnOutcome } from "../../lib/agent/loop.ts";
import type { Message, ModelRequest } from "../../lib/agent/messages.ts";
import type { AgentUnderTest } from "../../lib/corpus/agent_play.ts";
import { corpusOf, verdictOf } from "./chat_corpus.ts";
import { relayTarget } from "./relay.ts";
import type { Loose } from "./small.ts";

const call = (id: string, name: string, json: string) => ({ id, name, arguments: json });
const expectCall = (id: string, name: string, args: Loose) => ({
  call: { id, name, arguments: args },
});
const turn = (role: string, ...parts: Loose[]) => ({ role, parts });
const text = (value: string) => ({ text: value });
const result = (id: string, value: string, more: Loose = {}) => ({
  result: { id, text: value, ...more },
});

const VARIANT = {
  agent: {
    system: "Be brief.",
    tools: { berth: [{ value: 7 }], tide: [{ error: "the gauge is broken" }] },
    turns: [
      {
        history: "trunk",
        user: "Berth and tide?",
        model: [
          { text: "I look.", calls: [call("c1", "berth", '{"q":1}'), call("c2", "tide", "{}")] },
          { text: "Berth 7; no tide." },
        ],
      },
      { history: "left", branch_of: "trunk", user: "Go left.", model: [{ text: "Left." }] },
      { history: "right", branch_of: "trunk", user: "Go right.", model: [{ text: "Right." }] },
    ],
  },
};

const START = [turn("system", text("Be brief.")), turn("user", text("Berth and tide?"))];
const LOOKED = [
  turn(
    "assistant",
    text("I look."),
    expectCall("c1", "berth", { q: 1 }),
    expectCall("c2", "tide", {}),
  ),
  turn("tool", result("c1", "7"), result("c2", "the gauge is broken", { error: true })),
];
const PAST = [...START, ...LOOKED, turn("assistant", text("Berth 7; no tide."))];
const ask = (value: string, reply: string) => ({
  requests: [{ turns: [...PAST, turn("user", text(value))] }],
  outcome: "completed",
  reply,
});

const corpus = await corpusOf(VARIANT, {
  requirement: "R004",
  oracle: "agent-history",
  agent: {
    basis: "policy",
    source: "R004 and R005",
    turns: [
      {
        requests: [{ turns: START }, { turns: [...START, ...LOOKED] }],
        outcome: "completed",
        reply: "Berth 7; no tide.",
      },
      ask("Go left.", "Left."),
      ask("Go right.", "Right."),
    ],
  },
}, "agent");

const judged = async (agent: AgentUnderTest) => {
  const [verdict, ...codes] = await verdictOf(corpus, relayTarget({}, { agent }), "agent");
  return [verdict, ...new Set(codes)];
};

/** The reference loop with its requests changed on their way to the model. */
const asking = (change: (request: ModelRequest) => ModelRequest): AgentUnderTest => (input) =>
  runTurn({ ...input, call: (request, signal) => input.call(change(request), signal) });

const messages = (change: (all: readonly Message[]) => readonly Message[]): AgentUnderTest =>
  asking((request) => ({ ...request, messages: change(request.messages) }));

Deno.test("judgeAgent() passes the reference agent's loop", async () => {
  assertEquals(await judged(runTurn), ["passed"]);
});

Deno.test("judgeAgent() finds a request changed after it was made, its answers all right", async () => {
  const kept: ModelRequest[] = [];
  const late: AgentUnderTest = async (input) => {
    const outcome = await runTurn({
      ...input,
      call: (request, signal) => (kept.push(request), input.call(request, signal)),
    });
    for (const { messages } of kept) {
      (messages as Message[])[0] = { role: "system", text: "Be verbose." };
    }
    return outcome;
  };
  assertEquals(await judged(late), ["failed", "request-mutated R004"]);
});

Deno.test("judgeAgent() finds an earlier message that a later request has otherwise", async () => {
  const forgetful = messages((all) =>
    all.length < 4
      ? all
      : all.map((one) => one.role === "user" ? { ...one, text: one.text.toUpperCase() } : one)
  );
  assertEquals((await judged(forgetful)).slice(0, 3), [
    "failed",
    "text-changed R003",
    "not-append-only R004",
  ]);
});

Deno.test("judgeAgent() finds the model's answer missing from the next request", async () => {
  const codes = await judged(
    messages((all) =>
      all.map((one) =>
        one.role === "assistant" && one.toolCalls.length > 0 ? { ...one, text: "" } : one
      )
    ),
  );
  assertEquals(codes.includes("answer-not-in-history R004"), true, codes.join());
});

Deno.test("judgeAgent() finds results that are swapped, though the reply is right", async () => {
  const swapped = messages((all) =>
    all.map((one) =>
      one.role === "tool" ? { ...one, callId: one.callId === "c1" ? "c2" : "c1" } : one
    )
  );
  assertEquals((await judged(swapped))[0], "failed");
  assertEquals((await judged(swapped)).includes("result-swapped R003"), true);
});

Deno.test("judgeAgent() finds a tool's error that was hidden", async () => {
  const hiding = messages((all) =>
    all.map((one) =>
      one.role === "tool" ? { ...one, outcome: { ok: true as const, value: "fine" } } : one
    )
  );
  const codes = await judged(hiding);
  assertEquals([codes[0], codes.includes("result-error R003")], ["failed", true]);
});

Deno.test("judgeAgent() finds one branch's turn in another's request", async () => {
  let past: readonly Message[] = [];
  const sharing: AgentUnderTest = async (input) => {
    const outcome = await runTurn({ ...input, history: past.length > 0 ? past : input.history });
    past = outcome.messages;
    return outcome;
  };
  const codes = await judged(sharing);
  assertEquals([codes[0], codes.includes("branch-mixed R005")], ["failed", true]);
});

Deno.test("judgeAgent() finds a step limit that became an answer", async () => {
  const limited = await corpusOf({
    agent: {
      tools: { berth: [{ value: 7 }] },
      max_steps: 2,
      turns: [{
        history: "h",
        user: "Berth?",
        model: [
          { calls: [call("c1", "berth", "{}")] },
          { text: "Once more.", calls: [call("c2", "berth", "{}")] },
        ],
      }],
    },
  }, {
    requirement: "R009",
    oracle: "agent-history",
    agent: {
      basis: "policy",
      source: "a step limit is no completed answer",
      turns: [{
        requests: [
          { turns: [turn("user", text("Berth?"))] },
          {
            turns: [
              turn("user", text("Berth?")),
              turn("assistant", expectCall("c1", "berth", {})),
              turn("tool", result("c1", "7")),
            ],
          },
        ],
        outcome: "failed",
      }],
    },
  }, "agent");
  const verdict = (agent: AgentUnderTest) =>
    verdictOf(limited, relayTarget({}, { agent }), "agent");
  assertEquals(await verdict(runTurn), ["passed"]);
  const optimist = async (input: TurnInput): Promise<TurnOutcome> => {
    const { messages } = await runTurn(input);
    return { kind: "completed", reply: "Once more.", messages };
  };
  assertEquals(await verdict(optimist), ["failed", "false-success R009"]);
  const throwing: AgentUnderTest = async (input) => {
    await runTurn(input);
    throw new Error("limit");
  };
  assertEquals(await verdict(throwing), ["failed", "ending R009"]);
});

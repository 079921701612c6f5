/**
 * Gateways that ask their upstream in a mode of their own: what can be told in it is judged.
 */
import { assert, assertEquals } from "@std/assert";
import { runCorpus } from "../../lib/corpus/run.ts";
import { modeRelay } from "./mode_relay.ts";

type Outcome = readonly [variant: string, verdict: string, message: string];

async function played(
  relay: Parameters<typeof modeRelay>[0],
  cases?: readonly string[],
): Promise<readonly Outcome[]> {
  const selection = cases === undefined ? {} : { cases };
  const { results } = await runCorpus({ target: modeRelay(relay), ...selection });
  return results.filter(({ verdict, section }) =>
    section === "chat-to-chat" && verdict !== "not_applicable"
  ).map(({ id, verdict, message }) => [id.replace(/\.chat-to-chat$/, ""), verdict, message]);
}

const of = (all: readonly Outcome[], wanted: string) =>
  all.filter(([, verdict]) => verdict === wanted).map(([variant]) => variant);

/** It hands on a stream when it is whole, which these ask about. */
const BUFFERS = ["stream-first-event.small-frames", "stream-first-event.text"];

Deno.test("a relay that always asks for a stream passes what a stream can tell", async () => {
  const all = await played({ asks: "stream" });
  assertEquals(of(all, "failed").toSorted(), BUFFERS);
  assertEquals([of(all, "warned"), of(all, "harness_error")], [[], []]);
  const not = all.filter(([, verdict]) => verdict === "could_not_run");
  assertEquals(not.map(([variant]) => variant).toSorted(), [
    "client-retry-is-explicit.after-half-a-body",
    // Its client never sees the text, for the relay holds it back.
    "stream-disconnect.after-first-text",
    "stream-inband-error.whole",
    "zero-argument-tool.absent",
  ]);
  for (const [variant, , message] of not.filter(([one]) => !one.startsWith("stream-disconnect"))) {
    assert(message.startsWith("the gateway asks its upstream for a stream, and"), variant);
  }
});

/** Streams that the corpus has on what they say, and not on how they are streamed. */
const TOLD_WHOLE = [
  "budget-exhaustion.streamed-call",
  "budget-exhaustion.streamed-text",
  "invalid-arguments.streamed-cut",
  "invalid-tool-identity.streamed-duplicate",
  "invalid-tool-identity.streamed-missing",
  "length-inside-tool-call.after-whole-call",
  "length-inside-tool-call.call-was-whole",
  "length-inside-tool-call.no-piece-yet",
  "tool-result-roundtrip.streamed",
  "truncation-terminal-event.before-text",
  "truncation-terminal-event.content-filter",
  "truncation-terminal-event.length",
  "usage-cache-arithmetic.streamed",
  "usage-placement.absent",
  "usage-placement.on-incomplete",
];

Deno.test("a relay that never asks for a stream passes what a whole answer can tell", async () => {
  const all = await played({ asks: "whole" });
  assertEquals([of(all, "failed"), of(all, "warned"), of(all, "harness_error")], [[], [], []]);
  const passed = of(all, "passed");
  assertEquals(TOLD_WHOLE.filter((variant) => !passed.includes(variant)), []);
  const reason = "the gateway asks its upstream for a whole answer, and";
  const others = all.filter(([, verdict]) => verdict === "could_not_run");
  assertEquals(others.filter(([, , message]) => !message.startsWith(reason)), []);
  // No whole variant is among them, and all that ask about streaming are.
  const left = others.map(([variant]) => variant);
  for (const variant of ["stream-first-event.text", "two-calls-one-turn.streamed"]) {
    assert(left.includes(variant), variant);
  }
  assertEquals(left.filter((variant) => /\.(?:whole|plain|object|values)$/.test(variant)), []);
});

Deno.test("a relay that loses a call fails in either mode", async () => {
  const dropsCall = true;
  const always = await played({ asks: "stream", dropsCall }, ["two-calls-one-turn.whole"]);
  assertEquals(always.map(([, verdict]) => verdict), ["failed"]);
  const never = await played({ asks: "whole", dropsCall }, ["tool-result-roundtrip.streamed"]);
  assertEquals(never.map(([, verdict]) => verdict), ["failed"]);
});

import { assertEquals } from "@std/assert";
import { judgeUnfinished } from "../../lib/corpus/agent_live_judge_ends.ts";
import { judgeAnswers, judgeGrowth } from "../../lib/corpus/agent_live_judge_history.ts";
import { judgeSessions } from "../../lib/corpus/agent_live_judge_sessions.ts";
import { judgeReported } from "../../lib/corpus/agent_live_judge_tools.ts";
import type { LiveOutcome, LiveRequest, LiveTurn } from "../../lib/corpus/agent_live_record.ts";
import { keptHistories } from "../../lib/corpus/agent_live_resume.ts";
import { judgeLive, type LiveJudge } from "../../lib/corpus/agent_live_verdict.ts";
import type { ModelOut } from "../../lib/corpus/players/model_reply.ts";
import type { RequestTranscript, Turn } from "../../lib/corpus/transcript.ts";

const said = (role: Turn["role"], text: string): Turn => ({ role, parts: [{ text }] });

function request(index: number, turns: readonly Turn[], out: Partial<ModelOut>): LiveRequest {
  const transcript: RequestTranscript = { stream: false, turns, tools: [], other: {} };
  return {
    index,
    dialect: "chat",
    body: new TextEncoder().encode(JSON.stringify(turns)),
    request: transcript,
    atMs: 0,
    out: { text: "", calls: [], stop: "stop", ...out },
    token: `n${index}n`,
    step: 0,
  };
}

function turn(
  session: string,
  marker: string,
  requests: readonly LiveRequest[],
  outcome: Partial<Extract<LiveOutcome, { kind: "answered" }>> | LiveOutcome,
): LiveTurn {
  const whole = { kind: "answered", reply: "", calls: [], ...outcome } as LiveOutcome;
  return { session, epoch: 0, marker, text: `Say ${marker}.`, outcome: whole, requests };
}

/** The verdict, and the codes of what was found. */
function judged(judge: LiveJudge, turns: readonly LiveTurn[], others: readonly LiveRequest[] = []) {
  const { verdict, differences } = judgeLive(judge, { play: { turns, others }, tools: [] });
  return [verdict, ...differences.map(({ code, pointer }) => `${code} ${pointer}`)];
}

const FIRST = request(0, [said("user", "Say m1.")], { text: "One n0n." });
const ONE = turn("a", "m1", [FIRST], { reply: "One n0n." });

Deno.test("judgeGrowth() and judgeAnswers() name what is gone, and where", () => {
  const next = (turns: readonly Turn[]) => [
    ONE,
    turn("a", "m2", [request(1, turns, { text: "Two n1n." })], { reply: "Two n1n." }),
  ];
  const [u1, a1, u2] = [
    said("user", "Say m1."),
    said("assistant", "One n0n."),
    said("user", "Say m2."),
  ];
  assertEquals(judged(judgeGrowth, next([u1, a1, u2])), ["passed"]);
  assertEquals(judged(judgeAnswers, next([u1, a1, u2])), ["passed"]);
  assertEquals(judged(judgeGrowth, next([u2])), ["failed", "turn-missing /turns/1/requests/0"]);
  assertEquals(judged(judgeAnswers, next([u1, u2])), [
    "failed",
    "answer-not-in-history /turns/1/requests/0",
  ]);
  assertEquals(judged(judgeAnswers, next([u1, said("assistant", "1"), u2])), [
    "failed",
    "answer-changed /turns/1/requests/0",
  ]);
  const summary = said("user", "In short: one was said.");
  assertEquals(judged(judgeGrowth, next([summary, u2])), [
    "warned",
    "history-compacted /turns/1/requests/0",
  ]);
});

Deno.test("judgeGrowth() can't say anything of a session whose turn failed", () => {
  const failed = turn("a", "m1", [FIRST], { error: "no" });
  assertEquals(judged(judgeGrowth, [failed]), ["could_not_run"]);
});

Deno.test("judgeSessions() finds another session's words beside the turns as well", () => {
  const two = turn("b", "m2", [request(1, [said("user", "Say m2.")], {})], { reply: "Two." });
  const title = (text: string) => [request(2, [said("user", `Title: ${text}`)], {})];
  assertEquals(judged(judgeSessions, [ONE, two], title("Say m1.")), ["passed"]);
  assertEquals(judged(judgeSessions, [ONE, two], title("Say m1. Say m2.")), [
    "failed",
    "session-mixed /others/0",
  ]);
});

Deno.test("judgeUnfinished() takes an error in place of a cut text, and no fib that it can see", () => {
  const cut = request(0, [said("user", "Say m1.")], { text: "One n0n", stop: "length" });
  const ends = (outcome: Parameters<typeof turn>[3]) =>
    judged(judgeUnfinished, [turn("a", "m1", [cut], outcome)]);
  assertEquals(ends({ reply: "", error: "cut" }), ["passed"]);
  assertEquals(ends({ reply: "One n0n", error: "cut" }), ["passed"]);
  assertEquals(ends({ reply: " One  n0n\n" }), ["failed", "false-success /turns/0/reply"]);
  assertEquals(ends({ reply: "One n0n (cut)" }), ["warned", "no-error-told /turns/0/reply"]);
  assertEquals(ends({ reply: "Sorry." }), ["warned", "no-error-told /turns/0/reply"]);
  assertEquals(ends({ kind: "broken", message: "status 500" }), [
    "warned",
    "failure-not-in-contract /turns/0",
  ]);
  assertEquals(ends({ kind: "lost", message: "timeout" }), ["could_not_run"]);
});

Deno.test("judgeReported() takes the bare name of a tool, and an agent's own calls", () => {
  const calls = [{ id: "c", name: "mcp__desk__find", arguments: '{"n":1.0}' }];
  const asked = request(0, [said("user", "Say m1.")], { calls });
  const result: Turn = { role: "tool", parts: [{ result: { id: "c", text: "7" } }] };
  const answered = {
    ...request(1, [said("user", "Say m1."), result], { text: "So n1n." }),
    step: 1,
  };
  const reports = (list: Extract<LiveOutcome, { kind: "answered" }>["calls"]) =>
    judged(judgeReported, [turn("a", "m1", [asked, answered], { reply: "So n1n.", calls: list })]);
  assertEquals(reports([{ name: "mcp__desk__find", arguments: '{"n":1}' }]), ["passed"]);
  assertEquals(reports([{ name: "find", arguments: '{ "n": 1.00 }' }]), ["passed"]);
  assertEquals(reports([{ name: "ind", arguments: '{"n":1}' }])[0], "failed");
  assertEquals(reports([{ name: "find", arguments: '{"n":2}' }]), [
    "failed",
    "report-changed /turns/0/tool_calls",
  ]);
  const own = { name: "clock", arguments: "{}" };
  assertEquals(reports([own, { name: "find", arguments: '{"n":1}' }]), [
    "warned",
    "report-added /turns/0/tool_calls/0",
  ]);
});

Deno.test("keptHistories() puts what a server keeps before what refers to it", () => {
  const kept = keptHistories();
  const begun: RequestTranscript = {
    stream: false,
    turns: [said("system", "Be brief."), said("user", "One?")],
    tools: [],
    other: {},
  };
  assertEquals(kept.whole(begun), begun);
  kept.keep({ index: 4, dialect: "responses", request: begun }, {
    text: "One.",
    calls: [],
    stop: "stop",
  });
  const other = { previous_response_id: '"resp_wt4"' };
  const next = { ...begun, turns: [said("system", "Be kind."), said("user", "Two?")], other };
  assertEquals(kept.whole(next).turns, [
    said("system", "Be kind."),
    said("user", "One?"),
    said("assistant", "One."),
    said("user", "Two?"),
  ]);
  assertEquals(
    kept.whole({ ...next, other: { previous_response_id: '"resp_x"' } }).turns.length,
    2,
  );
});

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { SUBJECTS } from "../../lib/corpus/expectation.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import { hintOf } from "../../lib/corpus/tell.ts";
import { renderJson } from "../../lib/report/json.ts";
import { renderJunit } from "../../lib/report/junit.ts";
import { renderText } from "../../lib/report/text.ts";
import { asks, corpusOf, exchange, says, turns, whole } from "./chat_corpus.ts";
import { relayTarget } from "./relay.ts";
import type { Loose } from "./small.ts";

const SECRET = "the quayside password";
const OTHER = "something else entirely";

const corpus = await corpusOf({ exchanges: [exchange(asks(SECRET), says(SECRET))] }, {
  exchanges: [{ upstream: [turns(SECRET)], answer: whole(SECRET) }],
});

const breaking = relayTarget({ answer: (text) => text.replace(SECRET, OTHER) });

Deno.test("runCorpus() keeps ids, hashes, counts, pointers and codes, and nothing that was said", async () => {
  const report = await runCorpus({ target: breaking, corpus, paths: ["chat-to-chat"] });
  const [result] = report.results;
  assertEquals(result?.verdict, "failed");
  assertEquals(result?.findings.map(({ code, pointer }) => [code, pointer]), [
    ["text-changed", "/exchanges/0/answer/parts/0"],
  ]);
  const [finding] = result?.findings ?? [];
  // sha256sum says these of the two texts.
  assertEquals(finding?.expected, "a text of 21 characters, sha256 7c3274a253dd");
  assertEquals(finding?.received, "a text of 23 characters, sha256 f6220ce5808e");
  assertStringIncludes(finding?.sentence ?? "", "Preserve supported role order");
  assertEquals(report.exchanges, []);
  for (
    const text of [renderJson(report), renderText(report, { verbose: true }), renderJunit(report)]
  ) {
    assertEquals([text.includes(SECRET), text.includes(OTHER)], [false, false]);
  }
  assertStringIncludes(result?.message ?? "", "text-changed (input sha256 ");
});

Deno.test("runCorpus() shows what was said where it is asked to", async () => {
  const report = await runCorpus({
    target: breaking,
    corpus,
    paths: ["chat-to-chat"],
    showValues: true,
  });
  const [finding] = report.results[0]?.findings ?? [];
  assertEquals([finding?.expected, finding?.received], [`"${SECRET}"`, `"${OTHER}"`]);
  assertEquals(finding?.exchanges, report.exchanges.map(({ id }) => id));
  assertEquals(report.exchanges.map(({ id }) => id), [
    "one.v.chat-to-chat/client/0",
    "one.v.chat-to-chat/upstream/0.0",
  ]);
  const text = renderText(report);
  assertEquals([text.includes(SECRET), text.includes(OTHER)], [true, true]);
});

Deno.test("runCorpus() lets a path claim the corpus when all of its cells ran and none failed", async () => {
  const good = await runCorpus({ target: relayTarget(), corpus });
  const claim = `chat-to-chat: 1 passed, 0 failed: claims corpus test, sha256 ${corpus.digest}`;
  assert(good.notes.includes(claim), good.notes.join("\n"));
  assert(
    good.notes.includes("messages-to-messages: 0 passed, 0 failed, 1 not applicable: no claim"),
  );
  assertEquals(good.corpus.paths.map(({ path, claims }) => [path, claims]), [
    ["chat-to-chat", true],
    ["messages-to-messages", false],
    ["responses-to-responses", false],
    ["agent", false],
  ]);
  assertEquals([good.outcome, good.exit_code, good.command], ["CONFORMS", 0, "corpus"]);
  assertEquals(good.results.map(({ required }) => required), [true, false, false, false]);
  assertStringIncludes(renderText(good), "a gateway regression claim only");

  const bad = await runCorpus({ target: breaking, corpus });
  assertEquals([bad.outcome, bad.exit_code], ["DOES NOT CONFORM", 1]);
  assertEquals(bad.corpus.paths[0]?.claims, false);
  assertEquals(bad.corpus.paths[0]?.counts.failed, 1);
});

Deno.test("runCorpus() gives no claim for a part of a path", async () => {
  const two = await corpusOf(
    { exchanges: [exchange(asks("x"), says("y"))] },
    { exchanges: [{ upstream: [turns("x")], answer: whole("y") }] },
  );
  const [one] = two.cases;
  const doubled = { ...two, cases: [one!, { ...one!, about: { ...one!.about, id: "two" } }] };
  const report = await runCorpus({
    target: relayTarget(),
    corpus: doubled,
    paths: ["chat-to-chat"],
    cases: ["two"],
  });
  assertEquals(report.results.map(({ id }) => id), ["two.v.chat-to-chat"]);
  assertEquals(report.corpus.paths.map(({ claims }) => claims), [false]);
  assertEquals([report.selection.selected, report.selection.available], [1, 8]);
});

Deno.test("runCorpus() refuses a selection that matches nothing, before anything is sent", async () => {
  const run = (more: Loose) => () => runCorpus({ target: relayTarget(), corpus, ...more });
  await assertRejects(run({ cases: ["onne"] }), UsageError, "no case matches it");
  await assertRejects(
    run({ paths: ["chat-to-messages"] }),
    UsageError,
    "the target has no such path",
  );
  await assertRejects(run({ paths: ["chat-to-gemini"] }), UsageError, "there is no such path");
});

Deno.test("runCorpus() tells its events: a plan, then each result", async () => {
  const events: string[] = [];
  await runCorpus({
    target: relayTarget(),
    corpus,
    onEvent: (event) =>
      events.push(event.type === "plan" ? `plan ${event.cells}` : event.result.id),
  });
  assertEquals(events[0], "plan 4");
  assertEquals(events.slice(1).sort(), [
    "one.v.agent",
    "one.v.chat-to-chat",
    "one.v.messages-to-messages",
    "one.v.responses-to-responses",
  ]);
});

Deno.test("runCorpus() says where nobody is there, and fails a listed path that isn't served", async () => {
  const nobody = {
    ...relayTarget(),
    open: () => Promise.resolve({ url: "http://127.0.0.1:1/v1", close: () => Promise.resolve() }),
  };
  const paths = ["chat-to-chat"];
  const dead = await runCorpus({ target: nobody, corpus, paths });
  assertEquals([dead.outcome, dead.exit_code, dead.results.length], ["NOT REACHABLE", 3, 0]);
  assertStringIncludes(dead.reason, "nothing was tested");

  const { open, ...rest } = relayTarget();
  const elsewhere = {
    ...rest,
    open: async (...args: Parameters<typeof open>) => {
      const opened = await open(...args);
      return { ...opened, url: opened.url.replace("chat/completions", "nothing-here") };
    },
  };
  const lost = await runCorpus({ target: elsewhere, corpus, paths });
  assertEquals(lost.outcome, "DOES NOT CONFORM");
});

Deno.test("runCorpus() takes an error of its own for one of its own, and goes on", async () => {
  const target = { ...relayTarget(), open: () => Promise.reject(new Error("out of sockets")) };
  const report = await runCorpus({ target, corpus });
  assertEquals([report.outcome, report.exit_code], ["HARNESS ERROR", 4]);
  assertStringIncludes(report.results[0]?.message ?? "", "out of sockets");
});

Deno.test("runCorpus() ends with a report when it is interrupted", async () => {
  const stop = new AbortController();
  const stuck = relayTarget({ answer: (text) => (stop.abort(), text) }, { parallel: 1 });
  const report = await runCorpus({ target: stuck, corpus, signal: stop.signal });
  assertEquals([report.outcome, report.exit_code], ["INTERRUPTED", 130]);
  assertEquals(report.results.length, 4);
});

Deno.test("every code that a comparison can give has a hint of its own", async () => {
  const folder = new URL("../../lib/corpus/", import.meta.url);
  const codes = new Set<string>();
  for await (const { name } of Deno.readDir(folder)) {
    if (!/^(?:compare|judge|agent_judge)/.test(name)) continue;
    const text = await Deno.readTextFile(new URL(name, folder));
    // Where a code is given a name: beside `code`, after a subject, or as the first of its note.
    for (const [, code] of text.matchAll(/code: "([a-z-]+)"|\? "([a-z]+-[a-z-]+)"/g)) {
      if (code !== undefined) codes.add(code);
    }
    for (const [, code] of text.matchAll(/note\(\s*"([a-z]+-[a-z-]+)"/g)) codes.add(code!);
    for (const [, code] of text.matchAll(/note\(\s*"[a-z-]+",\s*"([a-z]+-[a-z-]+)"/g)) {
      codes.add(code!);
    }
  }
  assert(codes.size > 25, [...codes].join(" "));
  const subjects: readonly string[] = SUBJECTS;
  const bare = [...codes].filter((code) =>
    !subjects.includes(code) && hintOf(code) === hintOf("no such code")
  );
  assertEquals(bare, []);
});

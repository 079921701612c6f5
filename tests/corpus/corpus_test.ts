/**
 * The corpus itself, as it is checked in.
 */
import { assertEquals } from "@std/assert";
import { cellExpectation, cellsOf } from "../../lib/corpus/cells.ts";
import { matches } from "../../lib/corpus/compare_values.ts";
import type { Outcome } from "../../lib/corpus/expectation.ts";
import { folderFiles } from "../../lib/corpus/files.ts";
import { loadCorpus } from "../../lib/corpus/load.ts";
import { oracles } from "../../lib/corpus/oracle/oracles.ts";
import { ownAnswer } from "../../lib/corpus/players/own_answer.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import { DIALECTS } from "../../lib/corpus/transcript.ts";
import { stringifyJson } from "../../lib/contract/json.ts";
import { CORPUS } from "../../tools/corpus_module.ts";
import { relayTarget } from "./relay.ts";

const corpus = await loadCorpus(folderFiles(CORPUS));
const cells = cellsOf(corpus).filter(({ reason }) => reason === undefined);

Deno.test("a relay that changes nothing passes every cell whose ends speak one dialect", async () => {
  const report = await runCorpus({ target: relayTarget(), corpus });
  const others = report.results
    .filter(({ verdict }) => !["passed", "warned", "not_applicable"].includes(verdict))
    .map(({ id, verdict, message }) => [id, verdict, message]);
  assertEquals(others, []);
});

/** Variants whose upstream leaves out a member on purpose, and what it is then found to have done. */
const ON_PURPOSE: Readonly<Record<string, readonly string[]>> = {
  "zero-argument-tool.absent": ["arguments-type", "input-missing"],
  "zero-argument-tool.streamed-absent": ["no-delta", "step-missing"],
};

Deno.test("what an upstream says is faultless in its own dialect, where the answer is to be whole", () => {
  const faulty: string[] = [];
  for (const cell of cells) {
    const { one, variant, path, id } = cell;
    const dialect = DIALECTS.find((name) => path === `${name}-to-${name}`);
    if (dialect === undefined || one.about.kind === "negative") continue;
    // What may be refused may be wrong on purpose.
    if (cellExpectation(cell).outcomes.some((outcome) => mayFail(outcome))) continue;
    for (const [index, { answer }] of (one.fixture.variants[variant]?.exchanges ?? []).entries()) {
      const { ending, faults } = ownAnswer({ answer: answer[dialect]!, doc: one.doc }, dialect);
      if (ending !== "complete") continue;
      const meant = ON_PURPOSE[`${one.about.id}.${variant}`] ?? [];
      for (const { code } of faults) {
        if (!meant.includes(code)) faulty.push(`${id} ${index}: ${code}`);
      }
    }
  }
  assertEquals(faulty, []);
});

/** True where an answer may be an error, and that is no more to be warned of than another. */
function mayFail({ exchanges, tolerated }: Outcome): boolean {
  return tolerated === undefined &&
    exchanges.some(({ answer }) => answer !== "left" && matches(answer.ending, "error"));
}

Deno.test("what a client asks is read by its own dialect's oracle to the last member", () => {
  const unread: string[] = [];
  for (const { one } of cells) {
    if (one.about.kind === "negative") continue;
    for (const [variant, { exchanges = [] }] of Object.entries(one.fixture.variants)) {
      for (const { request } of exchanges) {
        for (const dialect of DIALECTS) {
          const body = request[dialect];
          if (body === undefined) continue;
          const bytes = new TextEncoder().encode(stringifyJson(one.doc, body));
          const { turns, other } = oracles[dialect].request(bytes);
          if (turns.length === 0 || Object.hasOwn(other, "")) {
            unread.push(`${one.about.id}.${variant} ${dialect}`);
          }
        }
      }
    }
  }
  assertEquals(unread, []);
});

Deno.test("every expectation says what it rests on, and where that stands", () => {
  for (const cell of cells) {
    const { outcomes, agent } = cellExpectation(cell);
    for (const { source } of [...outcomes, ...agent === undefined ? [] : [agent]]) {
      assertEquals(source.trim().length > 10, true, `${cell.id}: ${source}`);
    }
  }
});

Deno.test("streams hold for a first text only where that is the question, or a client leaves", () => {
  // spec: "Only stream-first-event and its small-frame variants hold the upstream"
  const asking = new Set(
    cells.filter((cell) => cellExpectation(cell).oracle === "early-event")
      .map(({ one }) => one.about.id),
  );
  assertEquals([...asking], ["stream-first-event"]);
});

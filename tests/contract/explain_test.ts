import { assert, assertEquals } from "@std/assert";
import { CLAUSE_IDS, CLAUSES } from "../../lib/contract/clauses.ts";
import { EXAMPLE_WIDTH, explainClause, EXPLAINED_IDS } from "../../lib/contract/explain.ts";
import { parseJson } from "../../lib/contract/json.ts";
import { type EnvelopeKind, envelopeViolations } from "../../lib/contract/violations.ts";

/** A message of an example: where it goes, its route or status, its JSON where it has any. */
interface Message {
  readonly out: boolean;
  readonly head: string;
  readonly json: string | undefined;
}

/** The messages of a transcript; a line that is indented goes on with the one above. */
function messages(example: string): readonly Message[] {
  return example.replaceAll("\n  ", " ").split("\n").filter((line) => /^[→←] /.test(line))
    .map((line) => ({
      out: line.startsWith("→"),
      head: line.slice(2),
      json: /\{.*\}/.exec(line)?.[0],
    }));
}

/** Ids of the clauses that a JSON text breaks with severity `failed`. */
function broken(kind: EnvelopeKind, json: string): readonly string[] {
  return envelopeViolations(kind, parseJson(json))
    .filter(({ severity }) => severity === "failed").map(({ clause }) => clause);
}

const explain = (id: string) => {
  const found = explainClause(id);
  assert(found !== undefined, `${id} is not explained`);
  return found;
};

Deno.test("explainClause() has something to say on every clause, and on nothing else", () => {
  assertEquals([...EXPLAINED_IDS].sort(), [...CLAUSE_IDS].sort());
  for (const id of ["reset", "toString", "__proto__"]) assertEquals(explainClause(id), undefined);
});

Deno.test("explainClause() gives prose for the why and the mending, and examples that fit", () => {
  for (const id of CLAUSE_IDS) {
    const { why, good, bad, mend } = explain(id);
    for (const prose of [why, mend]) {
      assert(/^\S.*[.)]$/.test(prose) && !prose.includes("\n"), `${id}: ${prose}`);
    }
    assert(good !== bad, id);
    for (const line of [...good.split("\n"), ...bad.split("\n")]) {
      assert(line.trim() !== "" && [...line].length <= EXAMPLE_WIDTH, `${id}: ${line}`);
    }
  }
});

Deno.test("explainClause() takes more than a line to say why an endpoint's MUST matters", () => {
  for (const { id, who, level } of CLAUSES) {
    if (who.includes("E") && level === "MUST") assert(explain(id).why.length > 90, id);
  }
});

/** Clauses whose breach the envelope judge sees by itself. */
const JUDGED: readonly (readonly [id: string, kind: EnvelopeKind, bad: number])[] = [
  ["version.echo", "inject-response", 3],
  ["response.reply", "inject-response", 3],
  ["response.reply-empty", "inject-response", 1],
  ["response.tool-calls-present", "inject-response", 3],
  ["response.tool-call-entry", "inject-response", 3],
  ["response.tool-call-name", "inject-response", 2],
  ["response.tool-call-arguments", "inject-response", 2],
  ["response.error", "inject-response", 3],
  ["surface.shape", "surface-response", 3],
  ["surface.system-instructions", "surface-response", 2],
  ["surface.tool-definitions", "surface-response", 2],
  ["surface.extra-segments", "surface-response", 1],
];

for (const [id, kind, count] of JUDGED) {
  Deno.test(`explainClause("${id}") shows good messages that pass and bad ones that break it`, () => {
    const { good, bad } = explain(id);
    const answers = (example: string) =>
      messages(example).filter(({ out }) => !out).map(({ json }) => json ?? "");
    assert(answers(good).length > 0);
    for (const json of answers(good)) assertEquals(broken(kind, json), [], json);
    assertEquals(answers(bad).length, count);
    for (const json of answers(bad)) {
      assert(broken(kind, json).includes(id), `${json} breaks ${broken(kind, json)}`);
    }
  });
}

Deno.test("explainClause() shows endpoints nothing as good that a judge would fail", () => {
  let seen = 0;
  for (const { id, who } of CLAUSES) {
    if (!who.includes("E")) continue;
    let route = id.startsWith("surface.")
      ? "surface"
      : id.startsWith("reset.")
      ? "reset"
      : "inject";
    for (const { out, head, json } of messages(explain(id).good)) {
      if (out) route = /^POST \/wt\/(inject|reset|surface)\b/.exec(head)?.[1] ?? "";
      assert(route !== "", `${id}: ${head}`);
      if (json === undefined || (!out && !head.startsWith("200"))) continue;
      // A good answer to a bad request: there the request is the bad part.
      if (out && ["request.refused", "version.unspoken"].includes(id)) continue;
      seen++;
      const kind = `${route}-${out ? "request" : "response"}` as EnvelopeKind;
      assertEquals(broken(kind, json), [], `${id}: ${json}`);
    }
  }
  assert(seen > 40, `only ${seen} messages were judged`);
});

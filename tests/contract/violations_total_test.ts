// Nothing that a schema finds may be lost on its way to a violation: every place of every envelope
// is replaced by every type of value, alone and in pairs, and the counts must agree.
import { assertEquals } from "@std/assert";
import { clause } from "../../lib/contract/clauses.ts";
import {
  ENVELOPE_KINDS,
  type EnvelopeKind,
  envelopeSchemas,
  issuesOf,
} from "../../lib/contract/envelopes.ts";
import { parseJson } from "../../lib/contract/json.ts";
import { envelopeViolations } from "../../lib/contract/violations.ts";

/** Envelopes with a hole at every place, each hole with the value that belongs there. */
const ENVELOPES: Readonly<Record<EnvelopeKind, string>> = {
  "inject-request": '{«"wt_inject":1»,«"session_id":"s"»,«"text":"t"»,«"timeout_s":1»}',
  "inject-response": '{«"wt_inject":1»,«"reply":"r"»,«"error":"e"»,«"tool_calls":[' +
    '{«"name":"n"»,«"arguments":{}»},«"tool_calls.*":{"name":"m","arguments":{"a":1}}»]»}',
  "reset-request": '{«"wt_inject":1»}',
  "reset-response": '{«"wt_inject":1»}',
  "surface-request": '{«"wt_inject":1»}',
  "surface-response": '{«"wt_inject":1»,«"surface":{' +
    '«"system_instructions":[{«"type":"text"»,«"content":"c"»}]»,' +
    '«"tool_definitions":[{«"name":"n"»,«"description":"d"»,«"input_schema":{}»}]»,' +
    '«"extra_segments":[{«"name":"n"»,«"content":"c"»}]»}»}',
};

const VALUES = ["null", "true", "0", "1", "1e999", "-2.5", '""', '"{"', '"x"', "[]", "[1]", "{}"];

/** Every text with up to two holes filled by another value, or (undefined) left without their key. */
function* variants(template: string): Generator<string> {
  const holes = template.split("«").length - 1;
  for (let one = 0; one < holes; one++) {
    for (let two = one; two < holes; two++) {
      for (const value of [undefined, ...VALUES]) {
        yield fill(template, new Map([[one, value], [two, two % 2 === 0 ? value : "null"]]));
      }
    }
  }
}

function fill(template: string, chosen: ReadonlyMap<number, string | undefined>): string {
  // Holes nest, so they are filled from the innermost out; each has its number by its opening.
  let text = "";
  const open: { readonly hole: number; readonly start: number }[] = [];
  let hole = 0;
  for (const character of template) {
    if (character === "«") open.push({ hole: hole++, start: text.length });
    else if (character === "»") {
      const { hole: closed, start } = open.pop()!;
      const content = text.slice(start);
      const isEntry = content.startsWith('"tool_calls.*":');
      const value = chosen.has(closed)
        ? chosen.get(closed)
        : content.slice(content.indexOf('":') + 2);
      const key = isEntry ? "" : content.slice(0, content.indexOf('":') + 2);
      text = text.slice(0, start) + (value === undefined ? "" : key + value);
    } else text += character;
  }
  return text.replaceAll(/,(?=[,}\]])/g, "").replaceAll(/([{[]),+/g, "$1");
}

for (const kind of ENVELOPE_KINDS) {
  Deno.test(`envelopeViolations() loses nothing that the schema finds in ${kind}`, () => {
    const seen = new Set<string>();
    let broken = 0;
    for (const text of variants(ENVELOPES[kind])) {
      const doc = parseJson(text);
      const issues = issuesOf(envelopeSchemas[kind], doc.value);
      const found = envelopeViolations(kind, doc);
      const failed = found.filter(({ severity, code }) =>
        severity === "failed" && code !== "reply-empty"
      );
      assertEquals(failed.length, issues.length, text);
      assertEquals(
        failed.map(({ pointer }) => pointer).toSorted(),
        issues.map(({ path }) => `/${path.join("/")}`).toSorted(),
        text,
      );
      for (const violation of found) seen.add(violation.clause);
      if (issues.length > 0) broken++;
    }
    assertEquals(broken >= VALUES.length, true);
    for (const id of seen) assertEquals(clause(id).id, id);
  });
}

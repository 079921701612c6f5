/**
 * The inject response, key by key. One clause, one check; each over every answer of the run.
 *
 * @module
 */
import { type Check, defineCheck } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import { member } from "../evidence.ts";
import { judgeable, judgeEnvelope } from "./shared.ts";

/** How many calls the judged answers list: with none, a check on entries has nothing to find. */
function callsListed(evidence: Evidence): number {
  let calls = 0;
  for (const entry of judgeable(evidence, "inject")) {
    const list = member(entry, "tool_calls");
    if (Array.isArray(list)) calls += list.length;
  }
  return calls;
}

const RESPONSE: readonly (readonly [clause: string, title: string, clean: string])[] = [
  ["response.reply", "reply is present and a string", "carry a reply that is a string"],
  [
    "response.reply-empty",
    "reply is empty only where error is set",
    "have a reply, or an error beside an empty one",
  ],
  [
    "response.tool-calls-present",
    "tool_calls is present, an array, even when empty",
    "carry tool_calls, an array",
  ],
  [
    "response.tool-call-entry",
    "each entry has name and arguments",
    "list entries with name and arguments",
  ],
  [
    "response.tool-call-name",
    "name is a string, the bare tool name",
    "name their calls with strings",
  ],
  [
    "response.tool-call-arguments",
    "arguments is a JSON object, never a string of JSON",
    "have objects for arguments",
  ],
  [
    "response.error",
    "error, when present, is a non-empty string",
    "have no error, or one that is a non-empty string",
  ],
];

/** The section's checks. */
export const responseChecks: readonly Check[] = RESPONSE.map(([clause, title, clean]) =>
  defineCheck({
    clause,
    title,
    probes: ["first-turn", "memory", "tools", "agent-error"],
    judge: (evidence) =>
      judgeEnvelope(
        evidence,
        clause,
        ["inject"],
        (n) =>
          clause.startsWith("response.tool-call-") && callsListed(evidence) === 0
            ? `${n} answers list no call, so no entry could be wrong`
            : `${n} answers ${clean}`,
      ),
  })
);

/**
 * Text fidelity, by agents that repeat what they are told.
 *
 * @module
 */
import type { Judgement } from "../../contract/result.ts";
import { type Check, couldNotRun, defineCheck, finding, fromFindings, passed } from "../check.ts";
import { answered200, type Entry, errorOf, type Evidence, replyOf } from "../evidence.ts";
import { nothingToJudge } from "./shared.ts";

/** The place where two texts part, and what stands there, in words. */
export function firstDifference(sent: string, got: string): string {
  const a = [...sent];
  const b = [...got];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  if (at === a.length) return `${b.length - a.length} characters more at its end`;
  const name = (char: string | undefined) =>
    char === undefined
      ? "the end"
      : `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
  return `at character ${at} of ${a.length}: sent ${name(a[at])}, came ${name(b[at])}`;
}

/** The part of a reply that repeats the payload: from its first marker on. */
function repeated(entry: Entry): string | undefined {
  const { payload } = entry;
  const reply = replyOf(entry);
  if (payload === undefined || reply === undefined) return undefined;
  const marker = payload.match(/^<[^>]*>/)?.[0];
  const from = marker === undefined ? -1 : reply.indexOf(marker);
  return from === -1 ? undefined : reply.slice(from, from + payload.length);
}

function judgeText(evidence: Evidence): Judgement {
  const entries = evidence.entries.filter((e) => e.role.startsWith("echo"));
  if (entries.length === 0) {
    return couldNotRun(evidence.stopped("text") ?? nothingToJudge(evidence, "inject"));
  }
  const wrong: Entry[] = [];
  const right: Entry[] = [];
  for (const role of new Set(entries.map((e) => e.role))) {
    const asked = entries.filter((e) => e.role === role);
    const exact = asked.find((e) => (replyOf(e) ?? "").includes(e.payload ?? "\0"));
    if (exact !== undefined) {
      right.push(exact);
      continue;
    }
    const altered = asked.filter((e) =>
      answered200(e) && errorOf(e) === undefined && repeated(e) !== undefined
    );
    if (altered.length >= 2) wrong.push(...altered);
  }
  const stated = evidence.settings.profile.echo_prompt !== undefined;
  const first = wrong[0];
  if (first !== undefined && stated) {
    return fromFindings([finding({
      clause: "request.text-received",
      code: "text-altered",
      severity: "warned",
      where: "body",
      pointer: "/reply",
      expected: "the agent to get the text as it was sent",
      received: `another text, in ${wrong.length} answers: ${
        firstDifference(first.payload!, repeated(first)!)
      }`,
      hint: "Hand text to the agent as it came: no trim, no normalization, no limit that cuts.",
    }, ...wrong.slice(0, 4))], "");
  }
  if (wrong.length === 0 && right.length === new Set(entries.map((e) => e.role)).size) {
    return passed(`${right.length} texts came back as they were sent`, right);
  }
  return couldNotRun(
    stated
      ? "The answers to the profile's echo_prompt don't repeat the text, so nothing says what the agent got"
      : "This agent doesn't repeat texts word for word when asked, so nothing says what it got. Give --echo-prompt with {text}, if it has one",
    entries.slice(0, 2),
  );
}

/** The section's cooperative check. */
export const textChecks: readonly Check[] = [
  defineCheck({
    clause: "request.text-received",
    title: "text reaches the agent as it was sent",
    probes: ["text", "text-thorough"],
    judge: judgeText,
  }),
];

/**
 * Compares an answer that the client got with the one that it must get.
 *
 * @module
 */
import { type AnswerHead, endingFault } from "./compare_ending.ts";
import type { Comparison } from "./compare_parts.ts";
import { compareParts } from "./compare_turns.ts";
import { matches, sameDigits, told } from "./compare_values.ts";
import { ABSENT, count, Differences, type Noted, text, type Told, word } from "./difference.ts";
import type {
  ExpectedAnswer,
  ExpectedError,
  ExpectedPart,
  ExpectedUsage,
  Grounds,
  Match,
  Subject,
} from "./expectation.ts";
import type { RequirementId } from "./requirements.ts";
import type { AnswerTranscript, Part, WireError } from "./transcript.ts";

/** What an answer is compared with besides the expectation. */
export interface AnswerContext {
  /** The client asked for a stream. */
  readonly stream: boolean;
  /** Codes of faults that the upstream's own stream has, where a relay may pass them on. */
  readonly ownFaults: readonly string[];
  /** Both ends speak one dialect: nothing may get lost. */
  readonly verbatim?: boolean;
  readonly grounds: Grounds;
  /** What came before the body, and what broke it off. */
  readonly head?: AnswerHead;
}

/** Compares an answer. */
export function compareAnswer(
  expected: ExpectedAnswer,
  received: AnswerTranscript,
  context: AnswerContext,
  pointer: string,
  comparison: Comparison,
): void {
  const { differences } = comparison;
  const note = (
    subject: Subject,
    code: string,
    name: string,
    one: Told,
    other: Told,
    clause?: RequirementId,
    more: Pick<Noted, "warned"> = {},
  ) =>
    differences.add({
      subject,
      code,
      pointer: name === "" ? pointer : `${pointer}/${name}`,
      expected: one,
      received: other,
      ...(clause === undefined ? {} : { clause }),
      ...more,
    });

  const { ending } = received;
  if (!matches(expected.ending, ending)) {
    const { code, told: other } = endingFault(received, context.head, context.stream);
    note("ending", code, "ending", told(expected.ending, word), other);
  } else if (ending === "complete" && context.head?.unfinished === true) {
    // RFC 9112, 8: such a message is incomplete, whatever its events say; clients raise on it.
    note("ending", "body-unfinished", "ending", word("whole-body"), word(context.head.fault));
  }
  compareAlternatives(expected.parts, received.parts, pointer, context, comparison);
  if (expected.stop !== undefined && !matches(expected.stop, received.stop)) {
    const cut = (one: string | undefined) => one === "length" || one === "content_filter";
    const budget = cut(received.stop) ||
      ("values" in expected.stop && expected.stop.values.some(cut));
    const sides = [told(expected.stop, word), word(received.stop)] as const;
    note("stop", "stop-reason", "stop", ...sides, budget ? "R009" : "R003");
  }
  if (expected.usage !== undefined) compareUsage(expected.usage, received, context, note);
  // Where the wire just ended there is no error to look into; the ending was judged.
  if (expected.error !== undefined && ending === "error") {
    compareError(expected.error, received.error, note);
  }
  for (const fault of received.faults) {
    if (SILENT.has(fault.code) || context.ownFaults.includes(fault.code)) continue;
    // A cut answer has loose ends; but it must not claim to be whole.
    if (ending === "truncated" && !CLAIMS.has(fault.code)) continue;
    const clause = ending === "error" || ending === "truncated"
      ? "R007"
      : context.stream
      ? "R006"
      : "R003";
    differences.add({
      subject: "grammar",
      code: `grammar-${fault.code}`,
      pointer,
      expected: ABSENT,
      received: count(fault.offset, "bytes into the body"),
      clause,
      ...(TOLERATED.has(fault.code) ? { warned: true } : {}),
    });
  }
}

/** What says nothing by itself: the codes that it counts are listed before it. */
const SILENT: ReadonlySet<string> = new Set(["more-faults"]);

/**
 * Never more than a warning. RFC 8259: names in an object "SHOULD be unique". A delta's role is optional in
 * the vendor's own type. A `[DONE]` behind an
 * error claims no success: a reader of the dialect is gone at the error. An error of Responses that
 * stands in a member of its own is one that the vendor's SDKs raise on (spec/dialects.md 4.1, CC). And an
 * event of Responses without a name still has its type, by which those SDKs go; from which number a stream
 * counts its events isn't said anywhere.
 */
const TOLERATED: ReadonlySet<string> = new Set([
  "duplicate-key",
  "done-after-error",
  "role-missing",
  "error-nested",
  "event-unnamed",
  "sequence-start",
]);

/** Faults by which a stream that isn't whole ends as if it were. */
const CLAIMS: ReadonlySet<string> = new Set([
  "done-without-finish",
  "stop-without-reason",
  "done-before-terminal",
]);

/** The parts; of several alternatives, the one that fits best. */
function compareAlternatives(
  expected: Match<readonly ExpectedPart[]>,
  received: readonly Part[],
  pointer: string,
  { grounds }: AnswerContext,
  comparison: Comparison,
): void {
  if ("any" in expected) return;
  const [only, ...others] = expected.values;
  if (only === undefined || others.length === 0) {
    compareParts(only ?? [], received, pointer, comparison);
    return;
  }
  const trials = expected.values.map((parts) => {
    const trial = {
      ...comparison,
      ids: comparison.ids.copy(),
      differences: new Differences(grounds),
    };
    compareParts(parts, received, pointer, trial);
    return { parts, score: trial.differences.failed * 1_000 + trial.differences.total };
  });
  const best = trials.reduce((one, other) => other.score < one.score ? other : one);
  compareParts(best.parts, received, pointer, comparison);
}

type Note = (
  subject: Subject,
  code: string,
  name: string,
  expected: Told,
  received: Told,
  clause?: RequirementId,
  more?: Pick<Noted, "warned">,
) => void;

const COUNTERS = ["input", "cached", "cache_write", "output", "reasoning", "total"] as const;
/** Parts of another count, which no dialect must tell. */
const DETAILS: readonly string[] = ["cached", "cache_write", "reasoning"];

function compareUsage(
  expected: ExpectedUsage | null,
  { usage }: AnswerTranscript,
  { verbatim }: AnswerContext,
  note: Note,
): void {
  if (expected === null) {
    if (usage !== undefined) note("usage", "usage-invented", "usage", ABSENT, word("usage"));
    return;
  }
  if (usage === undefined) {
    note("usage", "usage-missing", "usage", word("usage"), ABSENT);
    return;
  }
  for (const counter of COUNTERS) {
    const [wanted, came] = [expected[counter], usage[counter]];
    if (wanted === undefined || (came !== undefined && sameDigits(wanted, came))) continue;
    const sides = [`usage/${counter}`, word(wanted), word(came)] as const;
    // Between dialects a part that isn't told tells nothing wrong: the whole that it is of was judged.
    if (came === undefined && DETAILS.includes(counter) && verbatim !== true) {
      note("usage", "usage-part-missing", ...sides, undefined, { warned: true });
    } else note("usage", "usage-changed", ...sides);
  }
}

function compareError(
  expected: ExpectedError,
  error: WireError | undefined,
  note: Note,
): void {
  if (error === undefined) {
    note("error", "error-missing", "error", word("error"), ABSENT);
    return;
  }
  const status = String(error.status);
  if (!matches(expected.status, status, sameDigits)) {
    note("error", "error-status", "error/status", told(expected.status, word), word(status));
  }
  for (const name of ["type", "code", "retry_after"] as const) {
    const wanted = expected[name];
    if (wanted === undefined || matches(wanted, error[name])) continue;
    const code = name === "retry_after" ? "retry-after" : `error-${name}`;
    note("error", code, `error/${name}`, told(wanted, text), word(error[name]));
  }
}

/**
 * Compares a request that came to the upstream with the one that must come.
 *
 * @module
 */
import type { Comparison } from "./compare_parts.ts";
import { compareTools } from "./compare_tools.ts";
import { compareTurns } from "./compare_turns.ts";
import { jsonPointerOfDifference, matches, sameDigits, told } from "./compare_values.ts";
import { escapeToken } from "../contract/json_pointer.ts";
import { ABSENT, json, type Noted, text, type Told, word } from "./difference.ts";
import type { ExpectedRequest, Subject } from "./expectation.ts";
import { PARTED_CALLS } from "./oracle/chat_request.ts";
import type { Choice, RequestTranscript } from "./transcript.ts";

/** What must come besides what the expectation says. */
export interface Sent {
  /** The model that must arrive; undefined where the target gives it a name of its own. */
  readonly model: string | undefined;
  /** What the client sent, where both ends speak one dialect: what nobody knows must survive. */
  readonly own: RequestTranscript | undefined;
}

/**
 * Compares a request. Members that the expectation doesn't name may be added; and in which mode the
 * answer is asked for is a gateway's own affair.
 */
export function compareRequest(
  expected: ExpectedRequest,
  received: RequestTranscript,
  sent: Sent,
  pointer: string,
  comparison: Comparison,
): void {
  const note = (
    subject: Subject,
    code: string,
    name: string,
    one: Told,
    other: Told,
    more: Partial<Noted> = {},
  ) =>
    comparison.differences.add({
      subject,
      code,
      pointer: `${pointer}/${name}`,
      expected: one,
      received: other,
      ...more,
    });

  if (sent.model !== undefined && sent.model !== received.model) {
    note("model", "model-changed", "model", text(sent.model), text(received.model));
  }
  compareTurns(expected.turns, received.turns, pointer, comparison);
  compareTools(expected.tools, received.tools, sent.own !== undefined, pointer, comparison);

  const takenForGranted: Choice = { mode: received.tools.length > 0 ? "auto" : "none" };
  const choice = (one: Choice | undefined) => JSON.stringify(one ?? takenForGranted);
  if (choice(expected.choice) !== choice(received.choice)) {
    // "auto" where there is nothing to choose asks for nothing: out of place (spec/dialects.md 4.3, [X]),
    // and no vendor's words on anything else are broken by it.
    const idle = expected.choice === undefined && received.tools.length === 0 &&
      received.choice?.mode === "auto";
    const sides = [toldChoice(expected), toldChoice(received)] as const;
    note("choice", "choice-changed", "choice", ...sides, idle ? { warned: true } : {});
  }
  if ((expected.parallel ?? true) !== (received.parallel ?? true)) {
    const tell = (one: boolean | undefined) => word(one === undefined ? undefined : String(one));
    note(
      "parallel",
      "parallel-changed",
      "parallel",
      tell(expected.parallel),
      tell(received.parallel),
    );
  }
  if (!limitIsRight(expected, received, comparison)) {
    const added = expected.limit === undefined && Number(received.limit) >= 1;
    const open = isOwed(comparison, received) ? word("any-limit") : ABSENT;
    const wanted = expected.limit === undefined ? open : told(expected.limit, word);
    // A default of the gateway's own, where the client left it open: no document speaks of it.
    const more = added ? { warned: true as const } : isOwed(comparison, received) ? OWED : {};
    note("limit", "limit-changed", "limit", wanted, word(received.limit), more);
  }
  const stops = (one: readonly string[] | undefined) => JSON.stringify(one ?? []);
  if (stops(expected.stop) !== stops(received.stop)) {
    const sides = [json(stops(expected.stop)), json(stops(received.stop))] as const;
    note("stop-strings", "stop-strings-changed", "stop", ...sides);
  }
  compareMembers({ ...sent.own?.other, ...expected.other }, received.other, note);
}

/** Members by which each dialect says what a transcript has a place for. */
const MEANINGS: Readonly<Record<string, Subject>> = {
  messages: "turns",
  input: "turns",
  instructions: "turns",
  system: "turns",
  tools: "tools",
  tool_choice: "choice",
  parallel_tool_calls: "parallel",
  max_tokens: "limit",
  max_completion_tokens: "limit",
  max_output_tokens: "limit",
  stop: "stop-strings",
  stop_sequences: "stop-strings",
  model: "model",
  stream: "mode",
  "(duplicate keys)": "other",
  [PARTED_CALLS]: "turns",
};

/** What must be there; and what stands in a known place in an unknown form. */
function compareMembers(
  expected: RequestTranscript["other"],
  received: RequestTranscript["other"],
  note: (
    subject: Subject,
    code: string,
    name: string,
    one: Told,
    other: Told,
    more?: Partial<Noted>,
  ) => void,
): void {
  for (const [name, value] of Object.entries(expected)) {
    const came = received[name];
    const inside = came === undefined ? "" : jsonPointerOfDifference(value, came);
    if (inside === undefined) continue;
    const code = came === undefined ? "member-missing" : "member-changed";
    note("other", code, `other/${escapeToken(name)}${inside}`, json(value), json(came));
  }
  for (const [name, value] of Object.entries(received)) {
    const subject = Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : undefined;
    // Null says nothing. A second, older name for the limit is no fault.
    const isFine = subject === undefined || Object.hasOwn(expected, name) || value === "null" ||
      (subject === "limit" && /^\d+$/.test(value));
    if (isFine) continue;
    const pointer = `other/${escapeToken(name)}`;
    const code = name === PARTED_CALLS ? "calls-parted" : "member-malformed";
    note(subject, code, pointer, ABSENT, json(value), { basis: "documented" });
  }
}

const OWED = { basis: "documented" } as const;

/** Messages requires a limit (spec/dialects.md 4.0, [T]), and there is none. */
function isOwed({ dialect }: Comparison, { limit }: RequestTranscript): boolean {
  return dialect === "messages" && limit === undefined;
}

function limitIsRight(
  expected: ExpectedRequest,
  received: RequestTranscript,
  { dialect }: Comparison,
): boolean {
  const { limit } = received;
  if (expected.limit !== undefined) return matches(expected.limit, limit, sameDigits);
  if (limit === undefined) return dialect !== "messages";
  // Messages asks for one: any that lets the model say something (spec/dialects.md 4.2).
  return dialect === "messages" && Number(limit) >= 1;
}

function toldChoice({ choice }: { readonly choice?: Choice }): Told {
  if (choice === undefined) return ABSENT;
  return choice.mode === "named" ? text(choice.name) : word(choice.mode);
}

/**
 * The decisions that readers share: what counts as an id, as arguments, as a whole call, as the reason
 * why an answer ended. A table of functions, so that one of them can be put out of order on purpose.
 *
 * @module
 */
import { JsonSyntaxError, parseJson } from "../contract/json.ts";
import type { NeutralCall, NeutralStop, NeutralTurn } from "./neutral.ts";

/** Makes the error of a call or result that can't be carried. */
export type Fault = (reason: string) => Error;

/** A call as far as it came. */
export interface PartialCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
}

/** The shared decisions. */
export interface Steps {
  /** An id that can tie a result to its call. Throws where there is none, or `""`. */
  id(value: string | undefined, fault: Fault): string;
  /** A tool's name. Throws where there is none, or `""`. */
  name(value: string | undefined, fault: Fault): string;
  /** The text of a JSON object. Throws where what stands there is none. */
  arguments(text: string | undefined, fault: Fault): string;
  /** Throws where `id` was used before, and notes it. */
  distinct(id: string, used: Set<string>, fault: Fault): void;
  /** Throws where the calls and results of a history can't be told apart by their ids. */
  paired(turns: readonly NeutralTurn[], fault: Fault): void;
  /** Why an answer ended, in view of what is in it. Throws where the two contradict each other. */
  stop(said: NeutralStop, calls: number, refused: boolean, fault: Fault): NeutralStop;
}

/**
 * True of the text of a JSON object, whole. An empty text isn't: it stands for `{}` in an answer that
 * ended by itself, and for nothing at all in one that was cut.
 */
export function isObjectText(text: string | undefined): text is string {
  if (text === undefined) return false;
  // A stream asks at every text beside a call; one that isn't whole rarely ends in a brace.
  let end = text.length;
  while (" \t\r\n".includes(text.charAt(end - 1)) && end > 0) end--;
  if (text.charAt(end - 1) !== "}") return false;
  try {
    const { value } = parseJson(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return false;
    throw error;
  }
}

/** The rules of dialects 4.2 to 4.6 and of the verdicts on ids. */
export const gatewaySteps: Steps = {
  // Verdicts, Ids: "A missing id may be generated, or refused." Refused: a generated one would be
  // another on every replay.
  id(value, fault) {
    if (value === undefined || value === "") throw fault("a tool call or result has no id");
    return value;
  },

  name(value, fault) {
    if (value === undefined || value === "") throw fault("a tool call has no name");
    return value;
  },

  // 4.2, 4.3: `""` ⇒ `{}`; "non-object or invalid ⇒ explicit error"; "never `{}`".
  arguments(text, fault) {
    if (text === undefined || text === "") return "{}";
    if (!isObjectText(text)) throw fault("a tool call's arguments are not a JSON object");
    return text;
  },

  // Verdicts, Ids: "A duplicate passed through passes in a same-dialect relay only."
  distinct(id, used, fault) {
    if (used.has(id)) throw fault("two tool calls share one id");
    used.add(id);
  },

  // 4.8, 6: an orphan dropped "is a silent history change; expect error".
  paired(turns, fault) {
    const calls = new Set<string>();
    const answered = new Set<string>();
    for (const { parts } of turns) {
      for (const part of parts) {
        if (part.kind === "call") this.distinct(part.call.id, calls, fault);
        if (part.kind !== "result") continue;
        if (!calls.has(part.id)) throw fault("a tool result answers no call before it");
        if (answered.has(part.id)) throw fault("two tool results answer one call");
        answered.add(part.id);
      }
    }
  },

  // 4.3: "`tool_use` if complete tool calls are present", 4.5: "completed with calls / without".
  stop(said, calls, refused, fault) {
    if (said === "tool_calls" && calls === 0) throw fault("it ends for tool calls and has none");
    if (said === "stop" && calls > 0) return "tool_calls";
    // 4.2: a refusal is `content_filter`; its text is told as text, so the end must mark it.
    if (said === "stop" && refused) return "content_filter";
    return said;
  },
};

/**
 * A call at the end of an answer. `cut` says that the answer was ended by its limit or filter, and that
 * this call may be what it cut: then it stays as it came (4.3: "block stays incomplete"), or
 * undefined where not even an id and a name came.
 */
export function settleCall(
  partial: PartialCall,
  cut: boolean,
  used: Set<string>,
  steps: Steps,
  fault: Fault,
): NeutralCall | undefined {
  const whole = isObjectText(partial.arguments);
  if (cut && !whole && (!partial.id || !partial.name)) return undefined;
  const id = steps.id(partial.id, fault);
  const name = steps.name(partial.name, fault);
  steps.distinct(id, used, fault);
  if (cut && !whole) return { id, name, arguments: partial.arguments ?? "", cut: true };
  return { id, name, arguments: steps.arguments(partial.arguments, fault) };
}

/** True of the ends that may come in the middle of a call. */
export function mayCut(stop: NeutralStop): boolean {
  return stop === "length" || stop === "content_filter";
}

/**
 * How the scripted model understands a user's words: a small closed set of forms, told apart by
 * plain rules. Pure functions over text.
 *
 * @module
 */

/** A tool call in the words of a request. */
export interface PlannedCall {
  readonly name: string;
  readonly args: { readonly [key: string]: string };
}

/** What a user turn asks of the scripted model. */
export type Intent =
  /** Answer with exactly this text. */
  | { readonly kind: "echo"; readonly text: string }
  /** Keep in mind what was told. */
  | { readonly kind: "remember" }
  /** Say what was told. */
  | { readonly kind: "recall" }
  /** Find a client, then its order: the second call's arguments come from the first one's result. */
  | { readonly kind: "trace"; readonly query: string; readonly then?: "fail" | "wait" }
  /** Make these calls in one answer. */
  | { readonly kind: "calls"; readonly calls: readonly PlannedCall[] }
  | { readonly kind: "fail" }
  | { readonly kind: "wait" }
  | { readonly kind: "other" };

// No form but these two takes a text of any length; it keeps every rule below quick.
const LONGEST_COMMAND = 400;
const ECHO = "Repeat word for word: ";
const REMEMBER = "Please remember this: ";

/** Reads a user turn. */
export function intentOf(text: string): Intent {
  if (text.startsWith(ECHO)) return { kind: "echo", text: text.slice(ECHO.length) };
  if (text.startsWith(REMEMBER)) return { kind: "remember" };
  if (text.length <= LONGEST_COMMAND) {
    const command = commandOf(text);
    if (command !== undefined) return command;
    // What holds a nonce tells something, whatever else it says: nobody asks for a code by naming it.
    if (!holdsNonce(text) && asksToRecall(text)) return { kind: "recall" };
  }
  return holdsNonce(text) || /\bremember\b|\bkeep in mind\b/i.test(text)
    ? { kind: "remember" }
    : { kind: "other" };
}

/** What a turn of kind `remember` told: the text after the usual opening, else all of it. */
export function toldBy(text: string): string {
  return text.startsWith(REMEMBER) ? text.slice(REMEMBER.length) : text;
}

function commandOf(text: string): Intent | undefined {
  const asked = text.trim();
  if (/^which client ordered the misrouted pallet\?$/i.test(asked)) {
    return { kind: "trace", query: "misrouted pallet" };
  }
  const after = /^look up the misrouted pallet, then (simulate a model failure|take your time)\.?$/i
    .exec(asked)?.[1];
  if (after !== undefined) {
    const then = after.toLowerCase().startsWith("simulate") ? "fail" : "wait";
    return { kind: "trace", query: "misrouted pallet", then };
  }
  if (/^simulate a model failure\.?$/i.test(asked)) return { kind: "fail" };
  if (/^take your time\.?$/i.test(asked)) return { kind: "wait" };

  const status = /^what is the status of orders? (\d+(?:(?:, | and )\d+)*)\?$/i.exec(asked)?.[1];
  if (status !== undefined) {
    const ids = status.split(/, | and /);
    return { kind: "calls", calls: ids.map((order_id) => call("order_status", { order_id })) };
  }
  const hub = /^what is in stock at the hub in ([\p{L} ]+)\?$/iu.exec(asked)?.[1];
  if (hub !== undefined) return { kind: "calls", calls: [call("hub_inventory", { hub })] };
  const claim = /^file a claim for order (\d+): (.+)$/is.exec(asked);
  if (claim?.[1] !== undefined && claim[2] !== undefined) {
    const args = { order_id: claim[1], reason: claim[2] };
    return { kind: "calls", calls: [call("file_claim", args)] };
  }
  return undefined;
}

function call(name: string, args: { readonly [key: string]: string }): PlannedCall {
  return { name, args };
}

const RECALL: readonly RegExp[] = [
  /\b(?:what|which)\b.*\b(?:did|have) i\b.*\b(?:tell|told|say|said|give|given|ask|asked|mention|mentioned)\b/is,
  /\bwhat i\b.*\b(?:told|said|gave|asked|mentioned)\b/is,
  /\bdo you (?:still )?(?:remember|recall|know)\b/i,
  /\bwhat (?:was|is) the (?:code|nonce|token|secret|word|phrase|identifier|id|text)\b/i,
  /^(?:please )?(?:repeat|recall|say|state|quote|list|tell me|give me|(?:answer|reply) with)\b.*\b(?:code|nonce|token|secret|word|phrase|identifier|id|text|everything|anything|exactly|again)\b/is,
];

function asksToRecall(text: string): boolean {
  return RECALL.some((pattern) => pattern.test(text.trim()));
}

// A UUID with or without its hyphens, or any other long run of hex digits.
function holdsNonce(text: string): boolean {
  return /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{16,}/i.test(text);
}

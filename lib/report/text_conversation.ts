/**
 * A cooperative check's evidence as people read it: who was told what, and what was answered, with the
 * nonces marked.
 *
 * @module
 */
import type { ReportExchange } from "../contract/report.ts";
import { wrap } from "./style.ts";
import type { TextContext } from "./text_exchange.ts";
import { brief, visible } from "./visible.ts";

/** Turns shown unless all are asked for: a canary of many rounds is told by its last. */
const BRIEF_TURNS = 40;
/** Characters of one text. */
const TEXT_LENGTH = 240;

/** Puts every spelling of a nonce between angle quotes: any case, anything but letters and digits between. */
export function markNonces(text: string, nonces: readonly string[]): string {
  let marked = text;
  for (const nonce of nonces) {
    const digits = [...nonce.replaceAll("-", "")];
    if (digits.length !== 32 || !digits.every((d) => /[0-9a-f]/i.test(d))) continue;
    const spelled = new RegExp(digits.join("[^\\p{L}\\p{N}]{0,4}"), "giu");
    marked = marked.replace(spelled, (found) => `\u00ab${found}\u00bb`);
  }
  return marked;
}

/** A, B, … Z, then S27, S28: a session's name within one conversation. */
function label(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : `S${index + 1}`;
}

function answerOf({ turn, response, fault }: ReportExchange): string {
  if (turn?.error !== undefined) return `error: ${turn.error}`;
  if (turn?.reply !== undefined) {
    const calls = turn.calls.length === 0 ? "" : ` [calls: ${turn.calls.join(", ")}]`;
    return `${turn.reply}${calls}`;
  }
  if (response !== undefined) return `HTTP ${response.status}`;
  return fault === undefined ? "no answer" : `no answer (${fault.kind})`;
}

/**
 * The lines of a conversation: two a turn, one for a reset or a surface. Empty where none of the exchanges
 * is a turn. Told once; a later check that cites the same is sent to the first.
 */
export function conversationLines(
  ids: readonly string[],
  check: string,
  nonces: readonly string[],
  context: TextContext,
): string[] {
  const known = ids.flatMap((id) => context.exchanges.get(id) ?? []);
  if (!known.some((exchange) => exchange.turn !== undefined)) return [];
  const key = `conversation ${ids.join(" ")}`;
  const before = context.shown.get(key);
  if (before !== undefined) return ["", `  conversation: as shown under ${before}`];
  context.shown.set(key, check);
  const shown = context.verbose ? known : known.slice(-BRIEF_TURNS);
  const sessions: string[] = [];
  const lines = [
    "",
    context.paint("strong", "  conversation (sessions are letters, nonces stand in \u00ab\u00bb)"),
  ];
  if (shown.length < known.length) {
    lines.push(`    (${known.length - shown.length} earlier ones: --verbose)`);
  }
  const say = (start: string, text: string) =>
    wrap(markNonces(brief(text, TEXT_LENGTH), nonces), context.width, start);
  for (const exchange of shown) {
    const { turn } = exchange;
    if (turn === undefined) {
      lines.push(
        ...say("    -- ", `${exchange.purpose}: ${answerOf(exchange)} (${visible(exchange.id)})`),
      );
      continue;
    }
    if (!sessions.includes(turn.session)) sessions.push(turn.session);
    const name = label(sessions.indexOf(turn.session));
    lines.push(
      ...say(`    ${name} > `, turn.said),
      ...say(`    ${name} < `, `${answerOf(exchange)} (${visible(exchange.id)})`),
    );
  }
  return lines;
}

/**
 * What the writers of requests share: turns in runs of one role, the texts of a turn, and how a
 * failed tool is told where no dialect has a mark for it.
 *
 * @module
 */
import type {
  CallPart,
  ImagePart,
  NeutralPart,
  NeutralTurn,
  ResultPart,
  TextPart,
} from "./neutral.ts";

/** Adjacent turns of one role. */
export interface Run {
  readonly role: NeutralTurn["role"];
  readonly turns: readonly NeutralTurn[];
  /** The parts of all of them, in order. */
  readonly parts: readonly NeutralPart[];
}

/** 4.0: "consecutive same-role turns are merged by the API into one". */
export function runsOf(turns: readonly NeutralTurn[]): readonly Run[] {
  const runs: { role: NeutralTurn["role"]; turns: NeutralTurn[]; parts: NeutralPart[] }[] = [];
  for (const turn of turns) {
    const last = runs.at(-1);
    if (last?.role === turn.role) {
      last.turns.push(turn);
      for (const part of turn.parts) last.parts.push(part);
    } else runs.push({ role: turn.role, turns: [turn], parts: [...turn.parts] });
  }
  return runs;
}

export function isText(part: NeutralPart): part is TextPart {
  return part.kind === "text";
}

export function isCall(part: NeutralPart): part is CallPart {
  return part.kind === "call";
}

export function isResult(part: NeutralPart): part is ResultPart {
  return part.kind === "result";
}

/** Text and images: what a user says. */
export function isSaid(part: NeutralPart): part is TextPart | ImagePart {
  return part.kind === "text" || part.kind === "image";
}

/** The texts among the parts, in order. */
export function textsOf(parts: readonly NeutralPart[]): readonly string[] {
  return parts.filter(isText).map(({ text }) => text);
}

/** 4.3 and 4.6, `is_error:true`: "explicit marker + original text". */
export const ERROR_MARK = "[tool error] ";

/** A result's content, with the mark in front where the tool failed. */
export function markedContent({ content, error }: ResultPart): readonly (TextPart | ImagePart)[] {
  if (error !== true) return content;
  const [first, ...rest] = content;
  return first?.kind === "text"
    ? [{ kind: "text", text: ERROR_MARK + first.text }, ...rest]
    : [{ kind: "text", text: ERROR_MARK.trimEnd() }, ...content];
}

/** How Messages' own layer joins system texts: 4.2, "joined with one `\n`". */
export function joinedSystem(texts: readonly (string | undefined)[]): string | undefined {
  const said = texts.filter((text) => text !== undefined && text !== "");
  return said.length === 0 ? undefined : said.join("\n");
}

/**
 * Every gateway and every agent loop that is wrong or odd on purpose, and what the session corpus must
 * say of each.
 *
 * @module
 */
import { LOOP_MUTANTS } from "../agent/loop_mutants.ts";
import type { runTurn } from "../agent/loop.ts";
import { endsOf, GATEWAY_PATHS } from "../corpus/paths.ts";
import type { GatewayPath } from "../corpus/paths.ts";
import { type Dialect, DIALECTS } from "../corpus/transcript.ts";
import type { Kill, PathKind } from "../gateway/mutants/mutant.ts";
import { GATEWAY_MUTANTS } from "../gateway/mutants/mutant_list.ts";
import { GATEWAY_ODDITIES } from "../gateway/mutants/oddities.ts";
import type { GatewayParts } from "../gateway/parts.ts";

/** The themes that they stand under in a selection and in a report. */
export const CORPUS_THEMES = ["broken gateways", "odd gateways", "broken agent loops"] as const;

/** One of them. */
export type CorpusTheme = (typeof CORPUS_THEMES)[number];

/** One gateway or loop to be played, and what must come of it. */
export interface CorpusSubject {
  readonly id: string;
  readonly theme: CorpusTheme;
  /** What it does, one line. */
  readonly what: string;
  /** The requirement that it breaks; null for what is merely odd. */
  readonly breaks: string | null;
  /** Cases that must fail, with the code that must be found; none for what is merely odd. */
  readonly kills: readonly Kill[];
  /** Codes of the warnings that it must have, and no others; for what is merely odd. */
  readonly warned: readonly string[];
  /** The ways on which a kill must be shown, each kind for itself. */
  readonly kinds: readonly PathKind[];
  /** The ways on which it is played. */
  readonly paths: readonly (GatewayPath | "agent")[];
  /** Its parts, made anew for each cell; of a gateway. */
  readonly parts?: () => GatewayParts;
  /** Its loop, made anew for each case; of an agent. */
  readonly loop?: () => typeof runTurn;
}

/** Whether a way keeps to one dialect. */
export function kindOf(path: GatewayPath): PathKind {
  const ends = endsOf(path);
  return ends !== undefined && ends.client === ends.upstream ? "relay" : "across";
}

/**
 * Three ways for an oddity: one dialect relayed, and across between the other two, so that every dialect is
 * once the client's and once the upstream's. The whole corpus is played on them; all nine for each would
 * take minutes. Together the oddities cover every way, and `deno task test:wide` plays each on all.
 */
const SAMPLES: Readonly<Record<Dialect, readonly GatewayPath[]>> = {
  chat: ["chat-to-chat", "messages-to-responses", "responses-to-messages"],
  messages: ["messages-to-messages", "chat-to-responses", "responses-to-chat"],
  responses: ["responses-to-responses", "chat-to-messages", "messages-to-chat"],
};

/** Which dialect is relayed, of those that show on some of the ways alone; the others take turns. */
const RELAYED: Readonly<Record<string, Dialect>> = {
  "done-after-error": "responses",
  "limit-by-default": "messages",
  "input-told-first": "responses",
  "errors-nested": "messages",
  "responses-events-unnamed": "messages",
  "responses-counted-from-one": "chat",
};

function sampled(id: string, at: number): readonly GatewayPath[] {
  return SAMPLES[RELAYED[id] ?? DIALECTS[at % DIALECTS.length]!];
}

/** All of them, in the order of their reports. */
export const CORPUS_SUBJECTS: readonly CorpusSubject[] = [
  ...GATEWAY_MUTANTS.map(({ id, what, breaks, kinds, make, kills }): CorpusSubject => ({
    id,
    theme: "broken gateways",
    what,
    breaks,
    kills,
    warned: [],
    kinds,
    paths: GATEWAY_PATHS.filter((path) => kinds.includes(kindOf(path))),
    parts: make,
  })),
  ...GATEWAY_ODDITIES.map(({ id, what, make, warned }, at): CorpusSubject => ({
    id,
    theme: "odd gateways",
    what,
    breaks: null,
    kills: [],
    warned,
    kinds: ["relay", "across"],
    paths: sampled(id, at),
    parts: make,
  })),
  ...LOOP_MUTANTS.map(({ id, what, breaks, make, kills }): CorpusSubject => ({
    id,
    theme: "broken agent loops",
    what,
    breaks,
    kills,
    warned: [],
    kinds: [],
    paths: ["agent"],
    loop: make,
  })),
];

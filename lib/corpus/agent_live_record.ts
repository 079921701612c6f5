/**
 * What was seen of a live agent from both ends: its answers over Contract C, and what it sent its
 * model. Data alone: judges read it, and so do tests that have no agent.
 *
 * @module
 */
import type { Exchange } from "../wire/exchange.ts";
import type { ModelRequestIn } from "./players/model.ts";
import type { ModelOut } from "./players/model_reply.ts";
import type { JsonText } from "./transcript.ts";

/** A tool of the agent that a scripted model may call, and what with. */
export interface AgentTool {
  /** As the agent offers it to its model. */
  readonly name: string;
  /** A JSON object's text. */
  readonly arguments: JsonText;
}

/** One request to the model, with what it was answered. */
export interface LiveRequest extends ModelRequestIn {
  readonly out: ModelOut;
  /** In the answer's text and call ids, and in those of no other answer. */
  readonly token: string;
  /** Which step of the turn's script was answered; undefined: something neutral beside it. */
  readonly step: number | undefined;
}

/** A call as the agent reported it. */
export interface ReportedCall {
  readonly name: string;
  readonly arguments: JsonText;
}

/** How a turn came out on the Contract C side. */
export type LiveOutcome =
  | {
    readonly kind: "answered";
    readonly reply: string;
    readonly error?: string;
    readonly calls: readonly ReportedCall[];
  }
  /** It answered, and broke the contract. */
  | { readonly kind: "broken"; readonly message: string }
  /** No whole answer came. */
  | { readonly kind: "lost"; readonly message: string };

/** A user turn as it was played. */
export interface LiveTurn {
  /** Sessions of one name are one session until a reset. */
  readonly session: string;
  /** How many resets came between the play's begin and this turn. */
  readonly epoch: number;
  /** Stands in `text`, and in no other turn's. */
  readonly marker: string;
  readonly text: string;
  readonly outcome: LiveOutcome;
  /** Those that carry the marker and came while the turn was under way, in that order. */
  readonly requests: readonly LiveRequest[];
  readonly exchange?: Exchange;
}

/** A play. */
export interface LivePlay {
  readonly turns: readonly LiveTurn[];
  /** Requests that carry no marker of the turn under way: titles, plans, whatever an agent asks. */
  readonly others: readonly LiveRequest[];
  /** Why it didn't come to its end; absent where it did. */
  readonly fault?: string;
}

/** What judges are told beside a play. */
export interface LiveContext {
  readonly play: LivePlay;
  readonly tools: readonly AgentTool[];
}

/**
 * How odd gateways cut a streamed call's arguments: finer than the reference, or later.
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import type { NeutralEvent } from "../neutral.ts";
import type { GatewayParts } from "../parts.ts";
import { events, type Frame, frames, told } from "./seams.ts";

/** What of an event of each dialect is split; Responses' events are numbered, and stay. */
interface Pieces {
  readonly choices?: readonly {
    readonly delta: {
      readonly tool_calls?: readonly {
        readonly index: number;
        readonly id?: string;
        readonly function: { readonly arguments: string };
      }[];
    };
  }[];
  readonly delta?: { readonly partial_json?: string };
}

function chatPieces(frame: Frame): readonly Frame[] {
  if (frame.data === "[DONE]") return [frame];
  const chunk = JSON.parse(frame.data) as Pieces;
  const [choice] = chunk.choices ?? [];
  const [call] = choice?.delta.tool_calls ?? [];
  if (choice === undefined || call === undefined || call.id !== undefined) return [frame];
  return Array.from(call.function.arguments, (text): Frame => {
    const piece = { index: call.index, function: { arguments: text } };
    const choices = [{ ...choice, delta: { tool_calls: [piece] } }];
    return { ...frame, data: JSON.stringify({ ...chunk, choices }) };
  });
}

function messagesPieces(frame: Frame): readonly Frame[] {
  const event = JSON.parse(frame.data) as Pieces;
  const text = event.delta?.partial_json;
  // 4.1: a block has one delta at least, an empty one too.
  if (!text) return [frame];
  return Array.from(text, (piece): Frame => {
    const delta = { ...event.delta, partial_json: piece };
    return { ...frame, data: JSON.stringify({ ...event, delta }) };
  });
}

const PIECES: Readonly<Record<Dialect, (frame: Frame) => readonly Frame[]>> = {
  chat: chatPieces,
  messages: messagesPieces,
  responses: (frame) => [frame],
};

/** One character of a call's arguments in each event, to clients of Chat and Messages. */
export function argumentsSplit(): Pick<GatewayParts, "streamWriter"> {
  return told((text, dialect) => frames(text, PIECES[dialect]));
}

/** Calls held back until their stream ends. */
export function callsHeld(): Pick<GatewayParts, "streamReader"> {
  return events(() => {
    const held: NeutralEvent[] = [];
    return (event): readonly NeutralEvent[] => {
      if (event.kind === "call") {
        held.push(event);
        return [];
      }
      return event.kind === "end" ? [...held, event] : [event];
    };
  });
}

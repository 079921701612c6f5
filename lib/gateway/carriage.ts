/**
 * How one answer is carried: what becomes of each block of a stream, and of a whole body. On a
 * same-dialect path that is a relay of the bytes, on every other a reading and a writing.
 *
 * @module
 */
import type { JsonDocument } from "../contract/json.ts";
import type { AnswerContext } from "./context.ts";
import type { Dialect } from "./dialect.ts";
import { readInBandError } from "./errors.ts";
import { leftoverError } from "./errors_in_stream.ts";
import { Fields } from "./fields.ts";
import type { NeutralError } from "./neutral.ts";
import type { GatewayParts } from "./parts.ts";
import { closedBlock, type SseBlock } from "./sse.ts";
import { disbelief, Trouble } from "./trouble.ts";

/** What becomes of a block. */
export interface Carried {
  /** What the client is sent. */
  readonly bytes: Uint8Array;
  /** Nothing of the upstream's comes after it. */
  readonly last: boolean;
  /** Set where it is an error: one that comes first is told by status, with this body. */
  readonly error?: { readonly error: NeutralError; readonly body: Uint8Array };
}

/** One answer on its way. */
export interface Carriage {
  /** Throws a Trouble for a block that can't be carried. */
  block(block: SseBlock): Carried;
  /** A whole body of a success. Throws a Trouble for one that is none, or can't be carried. */
  whole(doc: JsonDocument, body: Uint8Array): Uint8Array;
  /** An error of ours inside a stream that has begun. */
  fail(error: NeutralError): Uint8Array;
}

const encoder = new TextEncoder();
const NOTHING: Carried = { bytes: new Uint8Array(0), last: false };

/** A carriage from one dialect into another: 4.2 to 4.6. */
export function translation(
  parts: GatewayParts,
  from: Dialect,
  to: Dialect,
  context: AnswerContext,
): Carriage {
  const reader = parts.streamReader[from](parts.steps);
  const writer = parts.streamWriter[to](context);
  let started = false;

  return {
    block(block) {
      if (block.event === undefined) {
        refuseLeftover(block);
        // A comment keeps a connection alive; before the start it would commit us to a 200.
        if (!block.comment || !started) return NOTHING;
        return { bytes: encoder.encode(writer.write({ kind: "ping" })), last: false };
      }
      let text = "";
      for (const event of reader.read(block.event)) {
        if (event.kind === "error") {
          const body = encoder.encode(parts.writeError[to](event.error));
          const bytes = encoder.encode(text + writer.write(event));
          return { bytes, last: true, error: { error: event.error, body } };
        }
        if (event.kind === "ping" && !started) continue;
        started ||= event.kind === "start";
        text += writer.write(event);
        if (event.kind === "end") return { bytes: encoder.encode(text), last: true };
      }
      return { bytes: encoder.encode(text), last: false };
    },
    whole(doc) {
      const answer = parts.readAnswer[from](doc, parts.steps);
      return encoder.encode(parts.writeAnswer[to](answer, context));
    },
    fail: (error) => encoder.encode(writer.write({ kind: "error", error })),
  };
}

/** A carriage within one dialect: 4.7, every byte as it came. */
export function relay(parts: GatewayParts, dialect: Dialect): Carriage {
  const guard = parts.relayGuard[dialect]();
  const fail = (error: NeutralError) => encoder.encode(guard.fail(error));

  return {
    block(block) {
      const { bytes, event } = block;
      if (event === undefined) {
        refuseLeftover(block);
        return { bytes, last: false };
      }
      const seen = guard.see(event);
      switch (seen.kind) {
        case "pass":
          return { bytes, last: false };
        case "last":
          return { bytes: closedBlock(bytes), last: true };
        case "error": {
          // In a stream of Chat or Messages the data of an error is the body of an error.
          const body = dialect === "responses" ? parts.writeError[dialect](seen.error) : event.data;
          const error = { error: seen.error, body: encoder.encode(body) };
          return { bytes: closedBlock(bytes), last: true, error };
        }
        case "unfounded":
          return { bytes: fail(seen.error), last: true };
      }
    },
    whole(doc, body) {
      const top = new Fields(doc, doc.value, "", disbelief);
      // A response of status `failed` is Responses' own way of saying so in a 200.
      const error = dialect === "responses" ? undefined : readInBandError(top);
      if (error !== undefined) throw new Trouble(error);
      return body;
    },
    fail,
  };
}

function refuseLeftover(block: SseBlock): void {
  const error = leftoverError(block);
  if (error !== undefined) throw new Trouble(error);
}

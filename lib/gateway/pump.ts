/**
 * Carries a streamed answer, piece by piece: what is read is written before more is read.
 *
 * @module
 */
import type { HeaderList } from "../wire/exchange.ts";
import type { Carriage } from "./carriage.ts";
import type { Delivery } from "./client.ts";
import { leftoverError } from "./errors_in_stream.ts";
import type { NeutralError } from "./neutral.ts";
import type { SseSplitter } from "./sse.ts";
import { ClientGone, Trouble, upstreamTrouble } from "./trouble.ts";
import type { UpstreamAnswer } from "./upstream.ts";
import { UpstreamFault } from "./upstream_read.ts";

/** The last thing that is written to the client, once the upstream has been let go. */
export type Farewell = () => Promise<void>;

/** An error that the upstream told first of all: it has a status yet, and a body of its own. */
export class FirstError extends Error {
  override readonly name = "FirstError";
  readonly error: NeutralError;
  readonly body: Uint8Array;

  constructor(error: NeutralError, body: Uint8Array) {
    super(error.message);
    this.error = error;
    this.body = body;
  }
}

/**
 * Carries until the stream's own terminal, or its failure, and returns how to end the client's. The
 * client is told nothing before there is something to tell, so that a stream that fails at once gets an
 * error's status: then this throws.
 *
 * @throws {FirstError} for an error that comes first.
 * @throws {Trouble} for a failure before anything was told.
 * @throws {ClientGone} where nobody is left to tell.
 */
export async function pump(
  answer: UpstreamAnswer,
  splitter: SseSplitter,
  carriage: Carriage,
  client: Delivery,
  headers: HeaderList,
): Promise<Farewell> {
  const { status } = answer;
  let begun = false;
  let waiting: Uint8Array[] = [];

  async function flush(): Promise<void> {
    const bytes = joined(waiting);
    waiting = [];
    if (bytes.length === 0) return;
    if (begun) await client.send(bytes);
    else {
      begun = true;
      await client.begin(status, headers, bytes);
    }
  }

  function farewell(): Farewell {
    const bytes = joined(waiting);
    return async () => {
      if (!begun) await client.begin(status, headers, bytes);
      await client.end(begun ? bytes : new Uint8Array(0));
    };
  }

  try {
    for await (const piece of answer.body) {
      for (const block of splitter.feed(piece)) {
        const carried = carriage.block(block);
        if (carried.error !== undefined && !begun && joined(waiting).length === 0) {
          throw new FirstError(carried.error.error, carried.error.body);
        }
        waiting.push(carried.bytes);
        if (carried.last) return farewell();
      }
      await flush();
    }
    const error = leftoverError(splitter.rest());
    throw error !== undefined
      ? new Trouble(error)
      : upstreamTrouble("The upstream's stream ended before its terminal");
  } catch (error) {
    if (error instanceof ClientGone || error instanceof FirstError) throw error;
    const trouble = troubleOf(error);
    if (!begun && joined(waiting).length === 0) throw trouble;
    waiting.push(carriage.fail(trouble.error));
    return farewell();
  }
}

/** Whatever went wrong, as the client is told. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof Trouble) return error;
  if (error instanceof UpstreamFault) {
    const { kind, message } = error.fault;
    return upstreamTrouble(message, kind === "timeout" ? "timeout" : "api");
  }
  const message = error instanceof Error ? error.message : String(error);
  return new Trouble(
    { status: 500, kind: "api", message: `The gateway failed: ${message}` },
    { cause: error },
  );
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array(0)] = pieces;
  if (pieces.length < 2) return first;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

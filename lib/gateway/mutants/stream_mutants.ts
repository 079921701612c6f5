/**
 * Mutants that break a stream: its text, its grammar, its end, its pace.
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import type { Delivery } from "../client.ts";
import { across, everywhere, type GatewayMutant } from "./mutant.ts";
import { type Frame, frames, perDialect, reads, told } from "./seams.ts";

/** Every event of a stream as it is written. */
function written(change: (frame: Frame, dialect: Dialect) => readonly Frame[]) {
  return told((text, dialect) => frames(text, (frame) => change(frame, dialect)));
}

/** The event that is the last of a call or a text, in each dialect; Chat has none. */
const STOPS = /"type":"(?:content_block_stop|response\.output_item\.done)"/;
const DELTA =
  /"type":"(?:content_block_delta|response\.output_text\.delta|response\.function_call_arguments\.delta)"/;
const FINISH = /"finish_reason":"[a-z_]+"|"stop_reason":"[a-z_]+"/;

/** Delivers a stream in pieces of its own choice: `hold` says what of the pending bytes stays back. */
function paced(holds: (pending: number) => boolean): Pick<GatewayParts, "deliver"> {
  return {
    deliver(client): Delivery {
      let pending: Uint8Array[] = [];
      let head: Parameters<Delivery["begin"]> | undefined;
      const size = () => pending.reduce((sum, { length }) => sum + length, 0);
      const take = () => {
        const whole = new Uint8Array(size());
        let at = 0;
        for (const piece of pending) {
          whole.set(piece, at);
          at += piece.length;
        }
        pending = [];
        return whole;
      };
      async function flush(): Promise<void> {
        if (head !== undefined) {
          const [status, headers] = head;
          head = undefined;
          await client.begin(status, headers, take());
        } else await client.send(take());
      }
      async function add(bytes: Uint8Array): Promise<void> {
        pending.push(bytes);
        if (!holds(size())) await flush();
      }
      return {
        whole: (status, headers, body) => client.whole(status, headers, body),
        begin(status, headers, first) {
          head = [status, headers, first];
          return add(first);
        },
        send: add,
        async end(last) {
          pending.push(last);
          if (head !== undefined) await flush();
          await client.end(take());
        },
      };
    },
  };
}

/** A stream's bytes decoded read by read, as if no character were ever split. */
function decodedByRead(): Pick<GatewayParts, "sse"> {
  return {
    sse() {
      const splitter = gatewayParts.sse();
      return {
        feed: (bytes) => splitter.feed(new TextEncoder().encode(new TextDecoder().decode(bytes))),
        rest: () => splitter.rest(),
      };
    },
  };
}

/** Ends that the writer tells in place of an error. */
function forgiven(done: boolean): Pick<GatewayParts, "streamWriter"> {
  return {
    streamWriter: perDialect((dialect) => (context) => {
      const writer = gatewayParts.streamWriter[dialect](context);
      return {
        write(event) {
          // What the upstream says itself has no status of ours.
          if (event.kind !== "error" || event.error.status !== 502) return writer.write(event);
          const end = writer.write({ kind: "end", stop: "stop" });
          return done ? end : end.replace("data: [DONE]\n\n", "");
        },
      };
    }),
  };
}

/** Streams. */
export const STREAM_MUTANTS: readonly GatewayMutant[] = [
  everywhere(
    "buffered-whole",
    "holds a stream back until it has ended",
    "R006",
    () => paced(() => true),
    [{ case: "stream-first-event.text", code: "buffered" }],
  ),
  everywhere(
    "buffered-4-kib",
    "holds a stream back until 4 KiB of it have come",
    "R006",
    () => paced((pending) => pending < 4096),
    [{ case: "stream-first-event.small-frames", code: "buffered" }],
  ),
  everywhere("utf8-split", "decodes a stream read by read", "R006", decodedByRead, [{
    case: "stream-split-utf8.in-characters",
    code: "text-changed",
  }]),
  everywhere(
    "text-repeated",
    "tells the first event twice when two come in one read",
    "R006",
    () => reads(() => (blocks) => blocks.length < 2 ? blocks : [blocks[0]!, ...blocks]),
    [{ case: "stream-split-utf8.in-characters", code: "text-changed" }],
  ),
  everywhere(
    "event-lost",
    "tells the last event alone when two come in one read",
    "R006",
    () => reads(() => (blocks) => blocks.slice(-1)),
    [{ case: "stream-split-utf8.in-characters", code: "text-changed" }],
  ),
  across(
    "index-reused",
    "numbers the second call or block as the first",
    "R006",
    () =>
      written(({ event, data }) => [
        { event, data: data.replace(/"(index|output_index)":[12]\b/, '"$1":0') },
      ]),
    [{ case: "two-calls-one-turn.streamed", code: "grammar-index-reused" }],
  ),
  across(
    "double-stop",
    "stops a block or an item twice",
    "R006",
    () => written((frame) => STOPS.test(frame.data) ? [frame, frame] : [frame]),
    [{ case: "stream-first-event.text", code: "grammar-second-stop" }],
  ),
  across(
    "double-finish",
    "tells the reason of a stream's end twice",
    "R006",
    () => written((frame) => FINISH.test(frame.data) ? [frame, frame] : [frame]),
    [{ case: "stream-first-event.text", code: "grammar-second-finish" }],
  ),
  across(
    "delta-after-stop",
    "sends a piece of a block or an item after its stop",
    "R006",
    () => {
      let last: Frame | undefined;
      return written((frame) => {
        if (DELTA.test(frame.data)) last = frame;
        if (!STOPS.test(frame.data) || last === undefined) return [frame];
        return [frame, last];
      });
    },
    [{ case: "two-calls-one-turn.streamed", code: "grammar-delta-after-stop" }],
  ),
  across(
    "stop-lost",
    "never stops a block or an item",
    "R006",
    () => written((frame) => STOPS.test(frame.data) ? [] : [frame]),
    [{ case: "stream-first-event.text", code: "grammar-block-not-stopped" }],
  ),
  across(
    "finish-lost",
    "ends a stream without the reason why",
    "R006",
    () =>
      written(({ event, data }) => [
        { event, data: data.replace(FINISH, (found) => `${found.split(":")[0]}:null`) },
      ]),
    [{ case: "stream-first-event.text", code: "stop-reason" }],
  ),
  across(
    "terminal-lost",
    "leaves out a stream's last event",
    "R006",
    () =>
      written((frame) =>
        frame.data === "[DONE]" || /"type":"(message_stop|response\.completed)"/.test(frame.data)
          ? []
          : [frame]
      ),
    [{ case: "stream-first-event.text", code: "ending" }],
  ),
  everywhere(
    "last-chunk-lost",
    "closes a stream's connection without the last chunk of its body",
    "R007",
    () => ({
      deliver: (client) => ({
        whole: (status, headers, body) => client.whole(status, headers, body),
        begin: (status, headers, first) => client.begin(status, headers, first),
        send: (bytes) => client.send(bytes),
        end: (last) => client.send(last),
      }),
    }),
    [{ case: "stream-first-event.text", code: "body-unfinished" }],
  ),
  across(
    "start-lost",
    "leaves out a stream's first event",
    "R006",
    () =>
      written((frame) =>
        /"type":"(message_start|response\.created)"/.test(frame.data) ? [] : [frame]
      ),
    [{ case: "stream-first-event.text", code: "grammar-start-missing" }],
  ),
  across(
    "truncated-as-done",
    "ends a stream that broke off as a success, [DONE] and all",
    "R007",
    () => forgiven(true),
    [{ case: "stream-truncated.eof-after-text", code: "false-success" }, {
      case: "stream-truncated.reset-after-text",
      code: "false-success",
    }],
  ),
  across(
    "truncated-as-finished",
    "ends a stream that broke off as a success, without [DONE]",
    "R007",
    () => forgiven(false),
    [{ case: "stream-truncated.cut-after-text", code: "false-success" }],
  ),
];

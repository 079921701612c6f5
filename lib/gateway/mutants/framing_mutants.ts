/**
 * Mutants that read Server-Sent Events by what most upstreams send, and not by the standard.
 *
 * @module
 */
import { type GatewayParts, gatewayParts } from "../parts.ts";
import type { SseBlock } from "../sse.ts";
import { upstreamTrouble } from "../trouble.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { blockOf, reads } from "./seams.ts";

function mutant(
  id: string,
  what: string,
  parts: () => Partial<GatewayParts>,
  kills: GatewayMutant["kills"],
): GatewayMutant {
  const kinds = ["relay", "across"] as const;
  return { id, what, breaks: "R006", kinds, make: () => partsWith(parts()), kills };
}

const KNOWN = new RegExp(
  "^(?:|ping|error|message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|response\\." +
    "(?:created|in_progress|queued|completed|incomplete|failed|output_item\\..*|content_part\\..*|" +
    "output_text\\..*|refusal\\..*|function_call_arguments\\..*|reasoning.*))$",
);

function textOf({ bytes }: SseBlock): string {
  return new TextDecoder().decode(bytes);
}

/** Framing. */
export const FRAMING_MUTANTS: readonly GatewayMutant[] = [
  mutant(
    "crlf-unread",
    "knows no line that ends in CRLF",
    () => ({
      sse() {
        const splitter = gatewayParts.sse();
        return {
          *feed(bytes) {
            for (const block of splitter.feed(bytes)) if (!block.bytes.includes(13)) yield block;
          },
          rest: () => splitter.rest(),
        };
      },
    }),
    [{ case: "stream-split-utf8.crlf", code: "ending" }],
  ),
  mutant(
    "space-required",
    "reads no field without a space behind its colon",
    () => reads(() => (blocks) => blocks.filter((block) => !/^data:\S/m.test(textOf(block)))),
    [{ case: "stream-split-utf8.crlf", code: "ending" }],
  ),
  mutant(
    "data-lines-cut",
    "reads the first data line of an event alone",
    () =>
      reads(() => (blocks) =>
        blocks.filter((block) => block.event === undefined || !block.event.data.includes("\n"))
      ),
    [{ case: "stream-split-utf8.data-lines", code: "text-changed" }],
  ),
  mutant(
    "comments-read",
    "reads what stands behind a comment's colon",
    () =>
      reads(() => (blocks) =>
        blocks.map((block) => {
          const data = block.comment ? /^: data: (.*)$/m.exec(textOf(block))?.[1] : undefined;
          return data === undefined ? block : blockOf(data);
        })
      ),
    [{ case: "stream-split-utf8.between-events", code: "ending" }],
  ),
  mutant(
    "unknown-events-refused",
    "fails at an event of a type that it doesn't know",
    () =>
      reads(() => (blocks) => {
        for (const { event } of blocks) {
          if (event !== undefined && !KNOWN.test(event.event)) {
            throw upstreamTrouble(`The upstream sent an unknown event ${event.event}`);
          }
        }
        return blocks;
      }),
    [{ case: "stream-split-utf8.between-events", code: "ending" }],
  ),
];

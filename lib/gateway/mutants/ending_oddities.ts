/**
 * Gateways that tell an error, or leave an upstream, in another way that they may.
 *
 * @module
 */
import { gatewayParts } from "../parts.ts";
import type { SseBlock } from "../sse.ts";
import { type GatewayOddity, oddity } from "./mutant.ts";
import { frames, reads, told } from "./seams.ts";

const COMMENT: SseBlock = { bytes: new TextEncoder().encode(": hello\n\n"), comment: true };

/** Statuses that may become others. */
const STATUSES: Readonly<Record<number, number>> = { 401: 503, 400: 422, 529: 503 };

/** Errors and their ends. */
export const ENDING_ODDITIES: readonly GatewayOddity[] = [
  oddity(
    "statuses-in-class",
    "tells a refused request by 422, a refused key by 503, an overload by 503",
    "verdicts, Gateways, Errors",
    () => ({
      errorStatus(error, dialect) {
        const status = gatewayParts.errorStatus(error, dialect);
        return STATUSES[status] ?? status;
      },
    }),
  ),
  oddity(
    "first-error-in-stream",
    "begins each relayed stream with a comment, so that even an error that comes first is told in it",
    "dialects 4.1: an error may come any time after HTTP 200; comments anywhere",
    () => ({
      ...reads(() => {
        let begun = false;
        return (blocks) => {
          if (begun || blocks.length === 0) return blocks;
          begun = true;
          return [COMMENT, ...blocks];
        };
      }),
      ...told((text, _dialect, event) => event.kind === "error" ? `: sorry\n\n${text}` : text),
    }),
  ),
  oddity(
    "done-after-error",
    "sends [DONE] to a client of Chat after an error too",
    "dialects 4.1: after an error no finish chunk; that [DONE] may follow isn't said, as some do",
    () =>
      told((text, dialect, event) =>
        dialect === "chat" && event.kind === "error" ? `${text}data: [DONE]\n\n` : text
      ),
    ["grammar-done-after-error"],
  ),
  oddity(
    "failed-told-twice",
    "tells a failure to a client of Responses by an error event and by response.failed",
    "dialects 4.4 row error chunk: response.failed and/or error",
    () =>
      told((text, dialect, event) =>
        dialect !== "responses" || event.kind !== "error" ? text : frames(text, (frame) => {
          const failed = JSON.parse(frame.data);
          if (failed.type !== "response.failed") return [frame];
          const { sequence_number, response: { error: { code, message } } } = failed;
          const error = { type: "error", sequence_number, code, message, param: null };
          const after = { ...failed, sequence_number: sequence_number + 1 };
          return [
            { event: "error", data: JSON.stringify(error) },
            { event: frame.event, data: JSON.stringify(after) },
          ];
        })
      ),
  ),
  oddity(
    "whole-calls-finished",
    "finishes a call that is no stream for a client that has gone",
    "verdicts, Gateways, Bounds: on a call that is no stream it is warned",
    () => ({
      attempt(call) {
        const streamed = new TextDecoder().decode(call.body).includes('"stream":true');
        return gatewayParts.attempt(
          streamed ? call : { ...call, signal: new AbortController().signal },
        );
      },
    }),
    ["upstream-still-open"],
  ),
];

/**
 * What crossed the wires of a play, for a report whose reader asked for values.
 *
 * @module
 */
import type { ReportExchange } from "../contract/report.ts";
import { bytesForReport, curlLine } from "../wire/evidence.ts";
import type { Exchange } from "../wire/exchange.ts";
import { ROUTES } from "./paths.ts";
import type { Play } from "./play.ts";

/** How many bytes of a body are shown. */
const SHOWN_BYTES = 4096;

/** The client's exchanges, each followed by the attempts that came of it. */
export function evidenceOf(cell: string, play: Play): readonly ReportExchange[] {
  return play.exchanges.flatMap(({ client, attempts }, index) => [
    clientEvidence(`${cell}/client/${index}`, client.exchange),
    ...attempts.map(({ dialect, body }, at): ReportExchange => ({
      id: `${cell}/upstream/${index}.${at}`,
      purpose: "what the upstream was asked",
      curl: `# it came to the upstream as POST ${dialect === undefined ? "?" : ROUTES[dialect]}`,
      request: {
        method: "POST",
        url: dialect === undefined ? "" : ROUTES[dialect],
        headers: [],
        body: bytesForReport(body, SHOWN_BYTES),
      },
      started_at: client.exchange.startedAt,
      times_ms: { end: 0 },
    })),
  ]);
}

function clientEvidence(id: string, exchange: Exchange): ReportExchange {
  const { request, response, fault, startedAt, times, raw } = exchange;
  return {
    id,
    purpose: "what the client asked and got",
    curl: curlLine(request),
    request: {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: bytesForReport(request.body, SHOWN_BYTES),
    },
    ...(response === undefined ? {} : {
      response: {
        status: response.status,
        http_version: response.httpVersion,
        headers: response.headers,
        body: bytesForReport(response.body, SHOWN_BYTES),
      },
    }),
    ...(raw.length === 0 ? {} : { raw: bytesForReport(raw, SHOWN_BYTES) }),
    ...(fault === undefined ? {} : { fault }),
    started_at: startedAt,
    times_ms: {
      ...(times.connectedMs === undefined ? {} : { connected: times.connectedMs }),
      ...(times.sentMs === undefined ? {} : { sent: times.sentMs }),
      ...(times.firstByteMs === undefined ? {} : { first_byte: times.firstByteMs }),
      ...(times.headMs === undefined ? {} : { head: times.headMs }),
      end: times.endMs,
    },
  };
}

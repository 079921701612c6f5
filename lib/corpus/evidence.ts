/**
 * What crossed the wires of a play, for a report whose reader asked for values.
 *
 * @module
 */
import type { ReportExchange } from "../contract/report.ts";
import { bytesForReport, exchangeForReport } from "../wire/evidence.ts";
import { ROUTES } from "./paths.ts";
import type { Play } from "./play.ts";

/** How many bytes of a body are shown. */
const SHOWN_BYTES = 4096;

/** The client's exchanges, each followed by the attempts that came of it. */
export function evidenceOf(cell: string, play: Play): readonly ReportExchange[] {
  return play.exchanges.flatMap(({ client, attempts }, index) => [
    exchangeForReport(
      client.exchange,
      { id: `${cell}/client/${index}`, purpose: "what the client asked and got" },
      SHOWN_BYTES,
    ),
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

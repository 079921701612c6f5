/**
 * What crossed the wires of a play, for a report whose reader asked for values.
 *
 * @module
 */
import type { ReportExchange } from "../contract/report.ts";
import { bytesForReport, exchangeForReport } from "../wire/evidence.ts";
import { ROUTES } from "./paths.ts";
import type { Play } from "./play.ts";
import type { CorpusTarget } from "./target.ts";

/** How many bytes of a body are shown. */
const SHOWN_BYTES = 4096;

/** The client's exchanges, each followed by the attempts that came of it. No credential is in them. */
export function evidenceOf(
  cell: string,
  play: Play,
  { secretHeaders, shown }: Pick<CorpusTarget, "secretHeaders" | "shown"> = {},
): readonly ReportExchange[] {
  const exchanges = play.exchanges.flatMap(({ client, attempts }, index) => [
    exchangeForReport(
      client.exchange,
      { id: `${cell}/client/${index}`, purpose: "what the client asked and got" },
      SHOWN_BYTES,
      secretHeaders,
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
  return shown === undefined ? exchanges : exchanges.map((one) => everyText(one, shown));
}

/** A value with each of its texts shown: a gateway may repeat a credential wherever it likes. */
export function everyText<T>(value: T, shown: (text: string) => string): T {
  if (typeof value === "string") return shown(value) as T;
  if (Array.isArray(value)) return value.map((one) => everyText(one, shown)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, everyText(inner, shown)]),
  ) as T;
}

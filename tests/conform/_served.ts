/**
 * The reference endpoint on a real socket, with every request counted, and whatever a test changes.
 *
 * @module
 */
import type { ConformOptions } from "../../lib/conform/run.ts";
import type { Report, ReportResult } from "../../lib/contract/report.ts";
import type { Agent } from "../../lib/endpoint/agent.ts";
import { contractHandler } from "../../lib/endpoint/handler.ts";
import { REFERENCE_PROFILE, referenceAgent } from "../../lib/endpoint/reference.ts";
import { serveEndpoint } from "../../lib/endpoint/serve.ts";

/** The reference's profile, with deadlines that a test can wait for. */
export const PROFILE = { ...REFERENCE_PROFILE, slow_timeout_s: 0.1 } as const;

/** Options of a quick run against the reference. */
export const QUICK: Omit<ConformOptions, "baseUrl"> = {
  profile: PROFILE,
  timeoutS: 2,
  graceS: 0.5,
};

/** One request as the endpoint saw it. */
export interface Asked {
  /** `inject`, `reset`, `surface`, or the path where it is none of them. */
  readonly route: string;
  readonly body: string;
  /** The body's members; none where it is no JSON object. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** How many requests came before it. */
  readonly n: number;
  /** How many requests to its route came before it. */
  readonly earlier: number;
}

/** An endpoint under test. */
export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly Asked[];
  /** How many valid turns it was asked for, in whatever version. */
  turns(): number;
  /** How many requests an endpoint that validates nothing would hand to its agent: all with a text. */
  texts(): number;
}

/** Answers in the reference's stead; undefined leaves it to the reference. */
export type Change = (
  asked: Asked,
  reference: () => Promise<Response>,
) => Response | undefined | Promise<Response | undefined>;

/** What a test may set. */
export interface ServedOptions {
  readonly change?: Change;
  readonly agent?: (agent: Agent) => Agent;
  readonly hostname?: string;
  /** Path in front of the routes. */
  readonly prefix?: string;
}

/** Serves the reference on a free loopback port. */
export async function served(options: ServedOptions = {}): Promise<Served> {
  const { change, agent = (a) => a, hostname = "127.0.0.1", prefix = "" } = options;
  const reference = contractHandler(agent(referenceAgent()), { prefix });
  const requests: Asked[] = [];
  const cut = new AbortController();
  async function handler(request: Request): Promise<Response> {
    const body = await request.text();
    const path = new URL(request.url).pathname;
    const route = path.startsWith(`${prefix}/wt/`) ? path.slice(prefix.length + 4) : path;
    const asked: Asked = {
      route,
      body,
      fields: fieldsOf(body),
      n: requests.length,
      earlier: requests.filter((r) => r.route === route).length,
    };
    requests.push(asked);
    const again = new Request(request.url, { method: request.method, body });
    return await change?.(asked, () => reference(again)) ?? await reference(again);
  }
  const server = await serveEndpoint({ hostname, port: 0, handler, signal: cut.signal });
  return {
    url: server.url + prefix,
    requests,
    turns: () => requests.filter(isTurn).length,
    texts: () =>
      requests.filter(({ route, fields }) => route === "inject" && typeof fields.text === "string")
        .length,
    async [Symbol.asyncDispose]() {
      // Ends whatever turn is still at work.
      const url = `http://reference${prefix}/wt/reset`;
      await reference(new Request(url, { method: "POST", body: '{"wt_inject":1}' }));
      cut.abort();
      await server.finished;
    },
  };
}

function isTurn({ route, fields }: Asked): boolean {
  return route === "inject" && typeof fields.text === "string" &&
    typeof fields.session_id === "string" && Number.isInteger(fields.wt_inject);
}

/** A body's members; none where it is no JSON object. */
export function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? value as Record<string, unknown>
      : {};
  } catch {
    return {};
  }
}

/** An answer of JSON. */
export function json(value: unknown, status = 200): Response {
  return Response.json(value, { status });
}

/** A good answer to a turn. */
export function says(reply: string): Response {
  return json({ wt_inject: 1, reply, tool_calls: [] });
}

/** One check's result; throws where the report has none. */
export function resultOf(report: Report, id: string): ReportResult {
  const result = report.results.find((r) => r.id === id);
  if (result === undefined) throw new Error(`The report has no result of ${id}`);
  return result;
}

/** `id: verdict` of every check, in order. */
export function verdictsOf(report: Report): readonly string[] {
  return report.results.map((r) => `${r.id}: ${r.verdict}`);
}

/** Ids of the checks with a verdict. */
export function idsOf(report: Report, verdict: ReportResult["verdict"]): readonly string[] {
  return report.results.filter((r) => r.verdict === verdict).map((r) => r.id);
}

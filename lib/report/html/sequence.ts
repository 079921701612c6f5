/**
 * Exchanges as the steps of a sequence diagram: who sent what to whom, and when. Data alone.
 *
 * @module
 */
import type { ReportBytes, ReportExchange } from "../../contract/report.ts";
import { plural } from "../words.ts";

/** One step, between two lanes, counted from 0. */
export type Step =
  | {
    readonly kind: "message" | "fault";
    readonly from: number;
    readonly to: number;
    /** Since the first exchange of the diagram began, ms; absent where it isn't known. */
    readonly atMs?: number;
    readonly label: string;
    /** The first of what was said. */
    readonly excerpt?: string;
  }
  | { readonly kind: "exchange"; readonly id: string; readonly purpose: string };

/** A diagram. */
export interface Sequence {
  /** Names of the lanes, from left to right. */
  readonly lanes: readonly string[];
  readonly steps: readonly Step[];
}

/** Characters of a body that stand beside its arrow. */
const EXCERPT = 160;

/** The lanes of a command: who asks, who is asked, and who that one asks. */
function lanesOf(command: string, parts: readonly Part[]): readonly string[] {
  const far = parts.some(({ role }) => role === "upstream" || role === "model");
  switch (command) {
    case "certify":
      return parts.some(({ role }) => role === "driver")
        ? ["wt-inject", "driver", "endpoint (played)"]
        : ["driver", "endpoint (played)"];
    case "corpus":
      return parts.some(({ role, exchange }) => role === "model" || /\/inject$/.test(exchange.id))
        ? ["wt-inject", "agent", "model (played)"]
        : far
        ? ["client (played)", "gateway", "upstream (played)"]
        : ["client (played)", "gateway"];
    default:
      return ["wt-inject", "endpoint"];
  }
}

type Role = "asked" | "driver" | "upstream" | "model";

interface Part {
  readonly exchange: ReportExchange;
  readonly role: Role;
}

function roleOf(exchange: ReportExchange): Role {
  if (exchange.request.method === "STDIN") return "driver";
  if (/\/upstream\/\d+\.\d+$/.test(exchange.id)) return "upstream";
  return /\/model-\d+$/.test(exchange.id) ? "model" : "asked";
}

/** The diagram of some exchanges, in the order in which they are given. */
export function sequenceOf(exchanges: readonly ReportExchange[], command: string): Sequence {
  const parts = exchanges.map((exchange): Part => ({ exchange, role: roleOf(exchange) }));
  const lanes = lanesOf(command, parts);
  const zero = Math.min(...exchanges.map(({ started_at }) => Date.parse(started_at)));
  const inner = command === "certify" && lanes.length === 3 ? 1 : 0;
  const steps: Step[] = [];
  /** Steps that come once what is nested in them is told. */
  let pending: readonly Step[] = [];
  const flush = () => {
    steps.push(...pending);
    pending = [];
  };
  for (const { exchange, role } of parts) {
    const since = Math.max(0, Date.parse(exchange.started_at) - zero);
    if (role === "driver") {
      flush();
      const [told, printed] = driverSteps(exchange, since);
      steps.push(heading(exchange), ...told);
      pending = printed;
    } else if (role === "asked") {
      if (inner === 0) flush();
      const { out, back } = askedSteps(exchange, since, inner);
      steps.push(heading(exchange), ...out);
      if (inner === 0) pending = back;
      else steps.push(...back);
    } else {
      steps.push(heading(exchange), {
        kind: "message",
        from: 1,
        to: 2,
        label: requestLabel(exchange),
        ...excerptOf(exchange.request.body),
      });
    }
  }
  flush();
  return { lanes, steps };
}

function heading({ id, purpose }: ReportExchange): Step {
  return { kind: "exchange", id, purpose };
}

/** What an adapter was told, and what it printed. */
function driverSteps(
  { request, raw, fault, times_ms }: ReportExchange,
  since: number,
): readonly [readonly Step[], readonly Step[]] {
  const told: Step = {
    kind: "message",
    from: 0,
    to: 1,
    atMs: since,
    label: `a line on standard input, ${size(request.body)}`,
    ...excerptOf(request.body),
  };
  const atMs = since + times_ms.end;
  return [[told], [
    ...(raw === undefined ? [] : [{
      kind: "message" as const,
      from: 1,
      to: 0,
      atMs,
      label: `printed ${size(raw)}`,
      ...excerptOf(raw),
    }]),
    ...(fault === undefined
      ? []
      : [{ kind: "fault" as const, from: 1, to: 0, atMs, label: fault.message }]),
  ]];
}

function askedSteps(
  exchange: ReportExchange,
  since: number,
  left: number,
): { readonly out: readonly Step[]; readonly back: readonly Step[] } {
  const { request, response, raw, fault, times_ms } = exchange;
  const { connected, sent, first_byte, head: headAt, end } = times_ms;
  const [from, to] = [left, left + 1];
  const at = (ms: number | undefined) => ms === undefined ? {} : { atMs: since + ms };
  const out: Step[] = [];
  if (connected !== undefined) {
    out.push({ kind: "message", from, to, ...at(connected), label: "connected" });
  }
  out.push({
    kind: "message",
    from,
    to,
    ...at(sent ?? (connected === undefined ? 0 : undefined)),
    label: requestLabel(exchange),
    ...excerptOf(request.body),
  });
  const back: Step[] = [];
  if (response !== undefined) {
    const headers = `HTTP ${response.status}, ${plural(response.headers.length, "header")}`;
    back.push({ kind: "message", from: to, to: from, ...at(headAt ?? first_byte), label: headers });
    back.push({
      kind: "message",
      from: to,
      to: from,
      ...at(end),
      label: `body, ${size(response.body)}`,
      ...excerptOf(response.body),
    });
  } else if (raw !== undefined) {
    back.push({
      kind: "message",
      from: to,
      to: from,
      ...at(first_byte ?? end),
      label: `answered ${size(raw)}`,
      ...excerptOf(raw),
    });
  }
  if (fault !== undefined) {
    const label = `${fault.kind} (${fault.phase}): ${fault.message}`;
    back.push({ kind: "fault", from: to, to: from, ...at(end), label });
  } else if (back.length === 0) {
    back.push({ kind: "fault", from: to, to: from, ...at(end), label: "no answer is recorded" });
  }
  return { out, back };
}

function requestLabel({ request: { method, url, body } }: ReportExchange): string {
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, "");
  return `${method} ${path === "" ? "/" : path}, ${size(body)}`;
}

function size(bytes: ReportBytes): string {
  return bytes.size === 1 ? "1 byte" : `${bytes.size} bytes`;
}

function excerptOf({ text, base64, size }: ReportBytes): { readonly excerpt?: string } {
  if (size === 0) return {};
  if (text !== undefined) {
    return { excerpt: text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text };
  }
  return { excerpt: base64 === undefined ? "(withheld)" : "(not UTF-8)" };
}

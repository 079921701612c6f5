/**
 * Which requests came, in which order, and which should have.
 *
 * @module
 */
import type { Finding } from "../contract/result.ts";
import type { ExpectedRequest } from "./case.ts";
import { type Breach, finding } from "./finding.ts";
import type { CaseRecord, Seen } from "./record.ts";

/** Requests that a contract's route or our redirects' target got; others are nobody's business. */
interface Came {
  readonly seen: Seen;
  readonly index: number;
}

/** The sequence in words, for people: `reset, surface, inject`. */
export function sequenceText(record: CaseRecord): string {
  const came = onRoutes(record);
  return came.length === 0 ? "no request" : came.map(({ seen }) => seen.route).join(", ");
}

/** What is wrong with the requests as a sequence; empty where it is one that the case expects. */
export function judgeSequence(record: CaseRecord): readonly Finding[] {
  const came = onRoutes(record);
  const expected = record.case.expect.requests;
  const pattern = expected.map((one) => one.endsWith("?") ? `${one[0]}?` : one[0]).join("");
  if (new RegExp(`^${pattern}$`).test(came.map(({ seen }) => seen.route[0]).join(""))) return [];

  const findings: Finding[] = [];
  const all = record.seen.map((_, index) => index);
  const add = (breach: Omit<Breach, "expected" | "received">, about: readonly Came[]) =>
    findings.push(finding(record, {
      expected: expected.map(inWords).join(", "),
      received: sequenceText(record) + others(record) + unreadable(record),
      where: "connection",
      ...breach,
    }, { requests: about.length > 0 ? about.map(({ index }) => index) : all, driver: true }));

  const astray = came.filter(({ seen }) => seen.route === "elsewhere");
  if (astray.length > 0) {
    add({
      clause: "error.contract-level",
      code: "redirect-followed",
      hint: "Don't follow redirects: any status but 200 fails the run.",
    }, astray);
  }
  if (record.case.op.op === "run" && came[0] !== undefined && came[0].seen.route !== "reset") {
    add({
      clause: "reset.before-every-run",
      code: "no-reset",
      hint: "Reset the endpoint before every run, before anything else is sent.",
    }, [came[0]]);
  }
  tooMany(record, came, add);
  surfaceOutOfPlace(came, add);
  if (findings.length === 0) {
    add({ code: came.length < least(expected) ? "request-missing" : "request-order" }, []);
  }
  return findings;
}

type Add = (breach: Omit<Breach, "expected" | "received">, about: readonly Came[]) => void;

function onRoutes(record: CaseRecord): readonly Came[] {
  return record.seen.flatMap((seen, index) => seen.route === "other" ? [] : [{ seen, index }]);
}

/** More of a route than the case allows: sent again, or gone on where the run should have ended. */
function tooMany(record: CaseRecord, came: readonly Came[], add: Add): void {
  for (const route of ["inject", "reset"] as const) {
    const mine = came.filter(({ seen }) => seen.route === route);
    const most = record.case.expect.requests.filter((one) => one.startsWith(route)).length;
    const extra = mine.slice(most);
    if (extra.length === 0) continue;
    if (most === 0) {
      add({
        clause: "reset.failure-fatal",
        code: "went-on",
        hint: "Treat a failed reset as fatal: send nothing after it.",
      }, extra);
      continue;
    }
    const repeated = mine.filter(({ seen }, nth) =>
      mine.slice(0, nth).some((earlier) => sameBody(earlier.seen, seen))
    );
    if (repeated.length > 0) {
      add({
        clause: "error.no-retry",
        code: "sent-again",
        hint: "Send each request once, whatever comes of it: switch off every retry of the client.",
      }, repeated);
    } else {
      add({
        clause: "error.contract-level",
        code: "went-on",
        hint: "End the run at the first failure: send nothing after it.",
      }, extra);
    }
  }
}

function surfaceOutOfPlace(came: readonly Came[], add: Add): void {
  const probes = came.filter(({ seen }) => seen.route === "surface");
  const routes = came.map(({ seen }) => seen.route);
  const [reset, inject] = [routes.indexOf("reset"), routes.indexOf("inject")];
  const late = probes.filter((one) => inject >= 0 && came.indexOf(one) > inject);
  const early = probes.filter((one) => came.indexOf(one) < reset);
  const wrong = [...new Set([...early, ...late, ...probes.slice(1)])];
  if (wrong.length === 0) return;
  add({
    clause: "surface.once-per-run",
    code: probes.length > 1 ? "surface-repeated" : "surface-misplaced",
    hint: "Probe the surface once a run, after the reset and before the first turn.",
  }, wrong);
}

function sameBody(one: Seen, other: Seen): boolean {
  const [a, b] = [one.received.body, other.received.body];
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function least(expected: readonly ExpectedRequest[]): number {
  return expected.filter((one) => !one.endsWith("?")).length;
}

function inWords(one: ExpectedRequest): string {
  return one.endsWith("?") ? `${one.slice(0, -1)} (may be left out)` : one;
}

function others(record: CaseRecord): string {
  const other = record.seen.filter(({ route }) => route === "other");
  const [first] = other.map(({ received }) => `${received.method} ${received.target}`);
  if (first === undefined) return "";
  return `, and on no route of the contract ${first.slice(0, 100)}${
    other.length > 1 ? ` and ${other.length - 1} more` : ""
  }`;
}

function unreadable(record: CaseRecord): string {
  const [first] = record.unreadable;
  return first === undefined ? "" : `, and something that is no request: ${first.reason}`;
}

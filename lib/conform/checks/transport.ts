/**
 * Transport: two routes that must be there, one that may be, and JSON in UTF-8 over HTTP/1.1.
 *
 * @module
 */
import type { Finding, Judgement, Violation } from "../../contract/result.ts";
import { type Check, couldNotRun, defineCheck, finding, fromFindings, passed } from "../check.ts";
import {
  bodyOf,
  contentEncoding,
  type Evidence,
  type Route,
  statusOf,
  wholeResponse,
} from "../evidence.ts";
import { judgeFraming } from "./framing.ts";
import { distinct, nothingToJudge, outcomeWords, routeMissing, surfaceAbsent } from "./shared.ts";

/** Judges that a required route is there. One violation, however often it was asked. */
function judgeRoute(evidence: Evidence, route: Route, probe: string): Judgement {
  const entries = evidence.of(probe).filter((e) => e.route === route && e.sent === "plain");
  const answered = entries.filter((e) => statusOf(e) !== undefined);
  const first = answered[0];
  if (first === undefined) {
    return couldNotRun(evidence.stopped(probe) ?? nothingToJudge(evidence, route), entries);
  }
  const missing = answered.filter((e) => routeMissing(statusOf(e)!));
  if (missing.length < answered.length) {
    return passed(`POST /wt/${route} is served`, [first]);
  }
  const status = statusOf(first)!;
  const control = evidence.of(probe, "route-control")[0];
  const controlStatus = control === undefined ? undefined : statusOf(control);
  if (controlStatus !== undefined && !routeMissing(controlStatus)) {
    return passed(
      `POST /wt/${route} is served: a broken body gets HTTP ${controlStatus}, a valid one ${status}`,
      [first, control!],
    );
  }
  const redirect = status >= 300 && status < 400;
  return fromFindings([finding({
    clause: `transport.${route}-route`,
    code: redirect ? "route-redirects" : "route-missing",
    severity: "failed",
    where: "status",
    pointer: "",
    expected: `POST /wt/${route} to be served`,
    received: outcomeWords(first),
    hint: redirect
      ? `Serve POST /wt/${route} at the base URL itself: a driver follows no redirect.`
      : `Add a handler for POST /wt/${route} under the base URL that is tested.`,
  }, first)], "");
}

function encodedViolation(coding: string): Violation {
  return {
    clause: "transport.json-utf8",
    code: "encoded-unasked",
    severity: "failed",
    where: "head",
    pointer: "",
    expected: "a body of plain JSON: the request says Accept-Encoding: identity",
    received: `Content-Encoding: ${coding.slice(0, 80)}`,
    hint: "Compress only where the request's Accept-Encoding allows it, or not at all.",
  };
}

function judgeJson(evidence: Evidence): Judgement {
  const entries = (["reset", "inject", "surface"] as const)
    .flatMap((route) => evidence.valid(route))
    .filter((e) => wholeResponse(e)?.status === 200 && e.withheld === undefined);
  if (entries.length === 0) return couldNotRun(nothingToJudge(evidence, "inject"));
  const findings: Finding[] = [];
  let limit: string | undefined;
  for (const entry of entries) {
    const coding = contentEncoding(entry);
    if (coding !== undefined) {
      findings.push(finding(encodedViolation(coding), entry));
      continue;
    }
    const body = bodyOf(entry)!;
    for (const violation of body.violations) findings.push(finding(violation, entry));
    if (!body.ok && body.limit !== undefined) limit ??= body.limit;
  }
  if (findings.length === 0 && limit !== undefined) {
    return couldNotRun(`An answer goes past a bound of this tool: ${limit}`);
  }
  return fromFindings(distinct(findings), `${entries.length} bodies are JSON in UTF-8`);
}

function judgeSurfaceRoute(evidence: Evidence): Judgement {
  const first = evidence.valid("surface")[0];
  const status = first === undefined ? undefined : statusOf(first);
  if (first === undefined || status === undefined) {
    return couldNotRun(
      evidence.stopped("surface") ??
        (first === undefined ? "/wt/surface was not asked" : outcomeWords(first)),
    );
  }
  if (status === 200) return passed("POST /wt/surface is served", [first]);
  if (status === 404 || status === 501) {
    return passed(`No surface is served, and HTTP ${status} says so`, [first]);
  }
  return fromFindings([finding({
    clause: "transport.surface-route",
    code: "surface-status",
    severity: "warned",
    where: "status",
    pointer: "",
    expected: "200, or 404 or 501 where no surface is served",
    received: `HTTP ${status}`,
    hint: surfaceAbsent(status)
      ? "Answer 404 (or 501) on /wt/surface: drivers record any other status as an invalid surface."
      : "Serve the surface with HTTP 200, or answer 404 where there is none.",
  }, first)], "");
}

/** The section's checks. */
export const transportChecks: readonly Check[] = [
  defineCheck({
    clause: "transport.inject-route",
    title: "POST /wt/inject is served",
    probes: ["first-turn"],
    judge: (evidence) => judgeRoute(evidence, "inject", "first-turn"),
  }),
  defineCheck({
    clause: "transport.reset-route",
    title: "POST /wt/reset is served",
    probes: ["reset"],
    judge: (evidence) => judgeRoute(evidence, "reset", "reset"),
  }),
  defineCheck({
    clause: "transport.surface-route",
    title: "POST /wt/surface is served, or absent with 404 or 501",
    probes: ["surface"],
    judge: judgeSurfaceRoute,
  }),
  defineCheck({
    clause: "transport.json-utf8",
    id: "transport.framing",
    title: "every answer is a whole HTTP/1.1 response",
    probes: ["reset", "first-turn", "surface"],
    judge: judgeFraming,
  }),
  defineCheck({
    clause: "transport.json-utf8",
    title: "every body is JSON in UTF-8",
    probes: ["reset", "first-turn", "surface"],
    judge: judgeJson,
  }),
];

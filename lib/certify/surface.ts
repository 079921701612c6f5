/**
 * What a driver recorded of the surface, against what the endpoint reported.
 *
 * @module
 */
import type { Finding } from "../contract/result.ts";
import { finding, quote } from "./finding.ts";
import type { DriverOutcome } from "./outcome.ts";
import type { CaseRecord } from "./record.ts";

/** Where a payload would stand that is stored as if it had validated. */
const PAYLOAD_KEYS = ["surface", "system_instructions", "tool_definitions", "extra_segments"];

/** What is wrong with the record; a driver that didn't look must claim nothing. */
export function judgeSurface(record: CaseRecord, { surface }: DriverOutcome): readonly Finding[] {
  const probes = record.seen.flatMap(({ route }, index) => route === "surface" ? [index] : []);
  const about = { requests: probes, driver: true };
  const status = surface?.status;
  if (probes.length === 0) {
    if (status === undefined || status === "unavailable") return [];
    return [finding(record, {
      clause: "surface.optional",
      code: "surface-made-up",
      expected: "nothing recorded of a surface that nobody asked for",
      received: `the status ${quote(status)}`,
      pointer: "/surface/status",
      hint: "Record what this run's own probe found, never an earlier one's.",
    }, about)];
  }
  const expected = record.case.expect.surface;
  if (expected === undefined) return [];
  if (status !== expected) {
    return [finding(record, {
      code: status === undefined ? "surface-not-recorded" : "surface-status",
      expected: `the surface recorded as ${expected}`,
      received: status === undefined ? 'no "surface" in the outcome line' : quote(status),
      pointer: status === undefined ? "" : "/surface/status",
      ...(status === undefined ? { clause: "surface.recorded" } : {}),
      ...(expected === "reported" && status !== undefined && !isState(status)
        ? { clause: "surface.reported-label" }
        : {}),
    }, about)];
  }
  if (expected === "reported") return [];
  const stored = PAYLOAD_KEYS.find((key) => (surface?.[key] ?? null) !== null);
  if (stored === undefined) return [];
  return [finding(record, {
    clause: "surface.malformed-is-invalid",
    code: "surface-stored",
    expected: `no payload beside the status ${expected}`,
    received: `${quote(stored)} with ${quote(surface?.[stored])}`,
    pointer: `/surface/${stored}`,
    hint: "Keep nothing of a surface that is not good: its status and the reason are the record.",
  }, about)];
}

function isState(status: unknown): boolean {
  return status === "reported" || status === "unavailable" || status === "invalid";
}

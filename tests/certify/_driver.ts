/**
 * Drivers and options for tests of whole certifications.
 *
 * @module
 */
import { CASES } from "../../lib/certify/case_list.ts";
import type { DriverCase } from "../../lib/certify/case.ts";
import type { CertifyOptions } from "../../lib/certify/certify.ts";
import { SELF_TEST_CLOCK } from "../../lib/certify/clock.ts";
import type { InProcessDriver } from "../../lib/certify/in_process.ts";
import { selfDriver } from "../../lib/certify/self.ts";

/** Every case but the one that needs the one port there is. */
export const SHAREABLE: readonly DriverCase[] = CASES.filter(({ settings }) =>
  settings?.url !== "default"
);

/** Options for our own driver by the self-tests' clock. */
export function options(changes: Partial<CertifyOptions> = {}): CertifyOptions {
  return {
    command: selfDriver,
    label: "ours",
    clock: SELF_TEST_CLOCK,
    cases: SHAREABLE,
    ...changes,
  };
}

/** The cases with these ids. */
export function casesOf(...ids: readonly string[]): readonly DriverCase[] {
  return ids.map((id) => {
    const found = CASES.find((one) => one.id === id);
    if (found === undefined) throw new Error(`there is no case ${id}`);
    return found;
  });
}

/** Our own driver, which prints something else in the end. */
export function printing(change: (line: string) => string): InProcessDriver {
  return async (request, settings) => change(JSON.stringify(await selfDriver(request, settings)));
}

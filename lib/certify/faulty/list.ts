/**
 * Every faulty driver.
 *
 * @module
 */
import { bodyFaults } from "./bodies.ts";
import type { Fault } from "./driver.ts";
import { errorFaults } from "./errors.ts";
import { handingFaults } from "./handing.ts";
import { httpFaults } from "./http.ts";
import { readingFaults } from "./reading.ts";
import { runFaults } from "./runs.ts";
import { sendingFaults } from "./sending.ts";
import { settingsFaults } from "./settings.ts";
import { surfaceFaults } from "./surfaces.ts";
import { wireFaults } from "./wire.ts";

/** All of them, by theme; those that wait longest first. */
export const FAULTS_BY_THEME: Readonly<Record<string, readonly Fault[]>> = {
  wire: wireFaults,
  sending: sendingFaults,
  settings: settingsFaults,
  http: httpFaults,
  reading: readingFaults,
  bodies: bodyFaults,
  handing: handingFaults,
  errors: errorFaults,
  runs: runFaults,
  surfaces: surfaceFaults,
};

/** All of them. */
export const FAULTS: readonly Fault[] = Object.values(FAULTS_BY_THEME).flat();

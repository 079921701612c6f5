/**
 * Plays one trial: the mutant on a loopback socket, the whole suite against it.
 *
 * @module
 */
import { conform } from "../conform/run.ts";
import type { Report } from "../contract/report.ts";
import { serveMutant } from "../endpoint/mutant_server.ts";
import { settingsOf, type Trial } from "./trial.ts";

/** What came of a trial: a report, or a crash of ours. */
export type Played =
  | { readonly report: Report; readonly ms: number }
  | { readonly crash: string; readonly ms: number };

/** Plays a trial. Never rejects: what goes wrong here is a fault of ours, and is told as a crash. */
export async function play(trial: Trial, signal?: AbortSignal): Promise<Played> {
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  try {
    const served = await serveMutant(trial.mutant);
    let report: Report;
    try {
      report = await conform({
        baseUrl: served.url,
        ...settingsOf(trial),
        thorough: trial.thorough,
        ...(signal === undefined ? {} : { signal }),
      });
    } finally {
      await served.close();
    }
    return { report, ms: ms() };
  } catch (error) {
    return { crash: wordsOf(error), ms: ms() };
  }
}

function wordsOf(error: unknown): string {
  // A server whose script throws each time tells of each time; the first says it all.
  if (error instanceof AggregateError && error.errors.length > 0) return wordsOf(error.errors[0]);
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/**
 * Drivers that put a run together wrongly, or are wrong about its reset.
 *
 * @module
 */
import type { InjectResult } from "../../driver/result.ts";
import type { Fault, RunParts } from "./driver.ts";
import { EVERY_RUN, RUNS_THAT_PASS, RUNS_WITH_BAD_SURFACE } from "./groups.ts";

async function turns(parts: RunParts, session = () => parts.session): Promise<InjectResult[]> {
  const results: InjectResult[] = [];
  for (const text of parts.texts) results.push(await parts.inject(session(), text));
  return results;
}

/** The faults. */
export const runFaults: readonly Fault[] = [
  {
    id: "no-reset",
    breaks: "reset.before-every-run",
    what: "begins a run without a reset",
    run: async (parts) => ({ surface: await parts.surface(), results: await turns(parts) }),
    kills: EVERY_RUN,
  },
  {
    id: "resets-last",
    breaks: "reset.before-every-run",
    what: "resets after a run instead of before it",
    run: async (parts) => {
      const results = await turns(parts);
      await parts.reset();
      return { results };
    },
    kills: EVERY_RUN,
  },
  {
    id: "failed-reset-ignored",
    breaks: "reset.failure-fatal",
    what: "goes on with a run whose reset failed",
    run: async (parts) => {
      await parts.reset().catch(() => {});
      return { surface: await parts.surface(), results: await turns(parts) };
    },
    kills: [
      "run.reset-500",
      "run.reset-204",
      "run.reset-no-echo",
      "run.reset-version-two",
      "run.reset-dropped",
      "deadline.reset",
    ],
  },
  {
    id: "no-reset-check",
    breaks: "reset.failure-fatal",
    what: "doesn't look at a reset's answer",
    reset: () => {},
    kills: [
      "redirect.reset",
      "reset.500",
      "reset.204",
      "reset.202",
      "reset.no-echo",
      "reset.version-*",
      "reset.empty",
      "reset.html",
      "reset.dropped",
      "run.reset-500",
      "run.reset-204",
      "run.reset-no-echo",
      "run.reset-version-two",
      "run.reset-dropped",
      "deadline.reset",
    ],
  },
  {
    id: "surface-before-reset",
    breaks: "surface.once-per-run",
    what: "probes the surface before the reset",
    run: async (parts) => {
      const surface = await parts.surface();
      await parts.reset();
      return { surface, results: await turns(parts) };
    },
    kills: EVERY_RUN,
  },
  {
    id: "surface-late",
    breaks: "surface.once-per-run",
    what: "probes the surface after the run",
    run: async (parts) => {
      await parts.reset();
      const results = await turns(parts);
      return { results, surface: await parts.surface() };
    },
    kills: RUNS_THAT_PASS,
  },
  {
    id: "surface-every-turn",
    breaks: "surface.once-per-run",
    what: "probes the surface before each turn",
    run: async (parts) => {
      await parts.reset();
      const results: InjectResult[] = [];
      let surface = { status: "unavailable" };
      for (const text of parts.texts) {
        surface = await parts.surface();
        results.push(await parts.inject(parts.session, text));
      }
      return { results, surface };
    },
    kills: [
      "run.surface-once",
      "run.newest-turn",
      "run.one-session",
      "run.one-at-a-time",
      "run.answers-in-order",
      "error.scoreable",
      "http.keep-alive",
      "wire.dropped-reused",
      "wire.dropped-second-turn",
    ],
  },
  {
    id: "surface-made-up",
    breaks: "surface.optional",
    what: "records a surface without a probe",
    run: async (parts) => {
      await parts.reset();
      return { results: await turns(parts), surface: { status: "reported" } };
    },
    kills: RUNS_THAT_PASS,
  },
  {
    id: "surface-not-recorded",
    breaks: "surface.recorded",
    what: "probes the surface and records nothing",
    run: async (parts) => {
      await parts.reset();
      await parts.surface();
      return { results: await turns(parts) };
    },
    kills: ["run.surface-reported", "run.surface-absent", ...RUNS_WITH_BAD_SURFACE],
  },
  {
    id: "invalid-surface-fatal",
    breaks: "surface.malformed-is-invalid",
    what: "fails a run whose surface is malformed",
    run: async (parts) => {
      await parts.reset();
      const surface = await parts.surface();
      if (surface.status === "invalid") throw new Error("the surface is malformed");
      return { surface, results: await turns(parts) };
    },
    kills: RUNS_WITH_BAD_SURFACE,
  },
  {
    id: "turns-in-parallel",
    breaks: "session.serialized",
    what: "sends the turns of a run one soon after another, answered or not",
    run: async (parts) => {
      await parts.reset();
      const surface = await parts.surface();
      const all: Promise<InjectResult>[] = [];
      for (const text of parts.texts) {
        const turn = parts.inject(parts.session, text);
        turn.catch(() => {});
        all.push(turn);
        // Long enough to arrive in order, short enough to overtake an answer.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await Promise.allSettled(all);
      return { surface, results: await Promise.all(all) };
    },
    kills: [
      "run.one-at-a-time",
      "run.turn-refused",
      "wire.dropped-reused",
      "wire.dropped-second-turn",
    ],
  },
  {
    id: "session-every-turn",
    breaks: "session.driver-mints",
    what: "mints a session for each turn",
    run: async (parts) => {
      await parts.reset();
      let turn = 0;
      return { results: await turns(parts, () => `${parts.session}-${turn++}`) };
    },
    kills: ["run.one-session"],
  },
  {
    id: "goes-on-after-failure",
    breaks: "error.contract-level",
    what: "sends the next turn after one that failed",
    run: async (parts) => {
      await parts.reset();
      const results: InjectResult[] = [];
      let failed: unknown;
      for (const text of parts.texts) {
        try {
          results.push(await parts.inject(parts.session, text));
        } catch (error) {
          failed = error;
        }
      }
      if (failed !== undefined) throw failed;
      return { results };
    },
    kills: ["run.turn-refused", "wire.dropped-reused", "wire.dropped-second-turn"],
  },
  {
    id: "last-turn-first",
    breaks: "layer.normalization",
    what: "hands on the turns of a run in the wrong order",
    run: async (parts) => {
      await parts.reset();
      return { results: (await turns(parts)).reverse() };
    },
    kills: ["run.answers-in-order"],
  },
];

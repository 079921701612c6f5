/**
 * A disk in memory that can fail, a driver without a wire, and what both leave.
 *
 * @module
 */
import { parseJson } from "../../lib/contract/json.ts";
import type { Disk } from "../../lib/run/store.ts";
import { DEFAULT_IDENTITY } from "../../lib/run/identity.ts";
import type { TraceStore } from "../../lib/run/sweep.ts";
import type { SourcedScenario } from "../../lib/scenario/read_text.ts";
import { parseScenario } from "../../lib/scenario/parse.ts";
import type { ScenarioDriver, ScenarioRun } from "../../lib/scenario/run.ts";
import type { Scenario } from "../../lib/scenario/scenario.ts";
import { scoreRun } from "../../lib/scenario/score.ts";

/** A {@linkcode Disk} in memory. */
export interface MemoryDisk extends Disk {
  /** Path to text. */
  readonly files: Map<string, string>;
  /** Every step in its order: `write path`, `rename path`, … */
  readonly steps: readonly string[];
}

/** @param fails throws where a step shall fail */
export function memoryDisk(fails: (step: string) => void = () => {}): MemoryDisk {
  const files = new Map<string, string>();
  const steps: string[] = [];
  const step = (name: string, path: string) => {
    steps.push(`${name} ${path}`);
    fails(`${name} ${path}`);
    return Promise.resolve();
  };
  return {
    files,
    steps,
    mkdir: async (path) => await step("mkdir", path),
    async write(path, text) {
      files.set(path, "");
      await step("write", path);
      files.set(path, text);
    },
    async rename(from, to) {
      await step("rename", to);
      files.set(to, files.get(from)!);
      files.delete(from);
    },
    async remove(path) {
      await step("remove", path);
      files.delete(path);
    },
    settle: async (folder) => await step("settle", folder),
    async append(path, text) {
      await step("append", path);
      files.set(path, (files.get(path) ?? "") + text);
    },
  };
}

/** A store in `runs`. */
export function storeOn(disk: Disk, interchange = false): TraceStore {
  return { folder: "runs", disk, interchange, writer: "wt-inject test" };
}

/** A scenario with these fields. */
export function scenario(fields: Record<string, unknown> = {}): Scenario {
  return parseScenario({ name: "stock", prompt: "How many lamps?", ...fields }, "test");
}

/** Scenarios as a file has them, a line each. */
export function sourced(...list: readonly Record<string, unknown>[]): readonly SourcedScenario[] {
  return list.map((fields, index) => ({
    scenario: scenario(fields),
    file: "s.yaml",
    line: index + 1,
  }));
}

/** A driver that answers from a function; by default it says "12" and has no surface. */
export function driverOf(parts: Partial<ScenarioDriver> = {}): ScenarioDriver {
  return {
    reset: () => Promise.resolve(),
    surface: () => Promise.resolve({ status: "unavailable" }),
    inject: () => Promise.resolve({ reply: "12", toolCalls: [] }),
    ...parts,
  };
}

/** A call as the driver hands it over. */
export function call(name: string, argumentsJson = "{}") {
  return { name, argumentsJson, arguments: JSON.parse(argumentsJson) };
}

/** A run of "How many lamps?" that answered "12", with other parts. */
export function runOf(parts: Partial<ScenarioRun> = {}): ScenarioRun {
  const turns: ScenarioRun["turns"] = [
    { role: "user", content: "How many lamps?" },
    { role: "assistant", content: "12", toolCalls: [call("count")], latencyMs: 1.5 },
  ];
  return {
    scenario: "stock",
    sessionId: "0c7c2a1e-6c1b-4d0f-8f0e-3f1a2b4c5d6e",
    startedAt: "2030-01-02T03:04:05.678Z",
    finishedAt: "2030-01-02T03:04:06.000Z",
    turns,
    surface: { status: "unavailable" },
    warnings: [],
    score: scoreRun(scenario(), { turns }),
    ...parts,
  };
}

/** A reported surface, whose numbers are spelled as here. */
export function reported(json: string): ScenarioRun["surface"] {
  const document = parseJson(json);
  return { status: "reported", surface: document.value as never, document };
}

/** The identity when none is given. */
export const IDENTITY = DEFAULT_IDENTITY;

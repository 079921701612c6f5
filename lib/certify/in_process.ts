/**
 * A driver as a function of this process: our own one, its faulty variants, a driver under development
 * in a test of its author's.
 *
 * @module
 */
import type { DriverCall, DriverRun, DriverUnderTest } from "./driver.ts";
import type { AdapterAnswer, AdapterRequest } from "./protocol.ts";

/** What an in-process driver is told besides the request. */
export interface InProcessSettings {
  /** Reads the variables that a process would have in its environment, and no others. */
  readonly env: (name: string) => string | undefined;
  /** Seconds on top of the time-out: 5, but in self-tests. */
  readonly graceS: number;
  /** Aborted when the case is over its bound, or the run interrupted. */
  readonly signal: AbortSignal;
}

/**
 * A driver as a function. A string is printed as it stands; what it throws counts as a crash, the
 * error as its standard error.
 */
export type InProcessDriver = (
  request: AdapterRequest,
  settings: InProcessSettings,
) => Promise<AdapterAnswer | string>;

/** Makes a driver under test of a function. */
export function inProcess(label: string, driver: InProcessDriver): DriverUnderTest {
  return { label, call: (call) => callFunction(driver, call) };
}

async function callFunction(driver: InProcessDriver, call: DriverCall): Promise<DriverRun> {
  const controller = new AbortController();
  const { promise: over, resolve: end } = Promise.withResolvers<DriverRun["ended"]>();
  const stop = (how: DriverRun["ended"]) => {
    end(how);
    controller.abort();
  };
  const aborted = () => stop("aborted");
  const timer = setTimeout(() => stop("bound"), call.boundMs);
  call.signal.addEventListener("abort", aborted);
  if (call.signal.aborted) aborted();

  let printed = "";
  let stderr = "";
  const work = async (): Promise<DriverRun["ended"]> => {
    const env = (name: string) => Object.hasOwn(call.env, name) ? call.env[name] : undefined;
    const settings = { env, graceS: call.graceS, signal: controller.signal };
    try {
      const answer = await driver(JSON.parse(call.line), settings);
      printed = typeof answer === "string" ? answer : `${JSON.stringify(answer)}\n`;
    } catch (error) {
      stderr = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
    return "exited";
  };
  try {
    const working = work();
    const ended = await Promise.race([working, over]);
    const endedAtMs = performance.now();
    // A function can't be killed: whoever gets a signal is trusted to heed it.
    if (ended !== "exited") await working;
    return {
      stdout: new TextEncoder().encode(ended === "exited" ? printed : ""),
      overflow: false,
      stderr,
      ended,
      exit: "",
      endedAtMs,
    };
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener("abort", aborted);
  }
}

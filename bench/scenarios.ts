/**
 * The driver's day job against Python's: 1,000 turns over 100 sessions, through `HttpInject` and
 * through windtunnel-bench's `http_inject`, in the same run and against the same endpoint, which has a
 * thread of its own. Then the same scenario, 100 runs of 10 turns with resets, surfaces and scores,
 * through both runners. Nothing is written to a disk.
 *
 * ```sh
 * WT_INJECT_BENCH_PYTHON=venv/bin/python deno task bench
 * ```
 *
 * Read the ratios, not the digits. The aim is at least twice Python's turns a second.
 *
 * @module
 */
import { HttpInject } from "../lib/driver/http_inject.ts";
import { newSessionId } from "../lib/driver/session_id.ts";
import { DEFAULT_IDENTITY } from "../lib/run/identity.ts";
import { sweep } from "../lib/run/sweep.ts";
import { parseScenario } from "../lib/scenario/parse.ts";

const SESSIONS = 100;
const TURNS = 10;
const ROUNDS = 5;
const IN_FLIGHT = [1, 16];
const TEXT = "How many lamps are in the second crate of order 4417?";
const SCENARIO = {
  name: "lamps",
  user_turns: Array.from({ length: TURNS }, () => TEXT),
  target_facts: [["twelve"]],
  must_call: ["crate_contents"],
};

/** Reads a line of JSON, does what it asks, and answers with one; windtunnel-bench's own code does the work. */
const PYTHON = `
import importlib.metadata, json, sys, time
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4
from windtunnel.api import Scenario, run_scenario
from windtunnel.runtimes.http_inject.runtime import HttpInjectRuntime
from windtunnel.spi.agent_runtime import AgentConfig
url = sys.argv[1]
runtime = HttpInjectRuntime(base_url=url, timeout_s=120)
handle = runtime.provision(AgentConfig(), mcps=[])
print(json.dumps({"version": importlib.metadata.version("windtunnel-bench"), "python": sys.version.split()[0]}), flush=True)
def session(job):
    times, name, messages = [], str(uuid4()), []
    for _ in range(job["turns"]):
        messages = messages + [{"role": "user", "content": job["text"]}]
        begun = time.perf_counter()
        reply = handle.send(messages, name)
        times.append((time.perf_counter() - begun) * 1000)
        messages = messages + [reply["choices"][0]["message"]]
    return times
for line in sys.stdin:
    job = json.loads(line)
    begun = time.perf_counter()
    if job["what"] == "turns":
        with ThreadPoolExecutor(job["in_flight"]) as pool:
            times = [t for one in pool.map(session, [job] * job["sessions"]) for t in one]
    else:
        result = run_scenario(Scenario(**job["scenario"]), runtime, runs_per_scenario=job["sessions"])
        assert result.aggregate.verdict == "PASS", result
        times = [t.latency_ms for run in result.runs for t in run.trace.turns if t.role == "assistant"]
    print(json.dumps({"seconds": time.perf_counter() - begun, "times": times}), flush=True)
`;

/** How long a job took, and each of its turns in ms. */
interface Measured {
  readonly seconds: number;
  readonly times: readonly number[];
}

/** What both sides are told to do. */
type Job =
  | { readonly what: "turns"; readonly in_flight: number }
  | { readonly what: "sweep" };

/** An endpoint in a worker; resolves to its URL and a way to end it. */
async function serve(): Promise<{ url: string; end: () => void }> {
  const inject = JSON.stringify({
    wt_inject: 1,
    reply: "Twelve lamps, packed in two layers.",
    tool_calls: [{ name: "crate_contents", arguments: { order_id: "4417", crate: 2 } }],
  });
  const source = `
    const headers = { "content-type": "application/json" };
    Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: ({ port }) => postMessage(port) }, async (request) => {
      await request.text();
      if (request.url.endsWith("/wt/inject")) return new Response(${
    JSON.stringify(inject)
  }, { headers });
      if (request.url.endsWith("/wt/reset")) return new Response('{"wt_inject": 1}', { headers });
      return new Response(null, { status: 404 });
    });`;
  const blob = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(blob, { type: "module" });
  const port = await new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`Cannot serve: ${message}`));
  });
  URL.revokeObjectURL(blob);
  return { url: `http://127.0.0.1:${port}`, end: () => worker.terminate() };
}

async function ours(url: string, job: Job): Promise<Measured> {
  const driver = new HttpInject({ baseUrl: url, timeoutS: 120 });
  const times: number[] = [];
  const begun = performance.now();
  if (job.what === "sweep") {
    const scenario = parseScenario(SCENARIO, "bench");
    const { records } = await sweep({
      scenarios: [{ scenario, file: "bench", line: 1 }],
      runs: SESSIONS,
      endpoints: [{ url, driver }],
      identity: DEFAULT_IDENTITY,
    });
    for (const { run } of records[0]!) {
      if (run.score.verdict !== "PASS") throw new Error("the scenario didn't pass");
      for (const turn of run.turns) if (turn.role === "assistant") times.push(turn.latencyMs);
    }
  } else {
    let left = SESSIONS;
    const lane = async () => {
      while (left-- > 0) {
        const session = newSessionId();
        for (let turn = 0; turn < TURNS; turn++) {
          const at = performance.now();
          await driver.inject(session, TEXT);
          times.push(performance.now() - at);
        }
      }
    };
    await Promise.all(Array.from({ length: job.in_flight }, lane));
  }
  return { seconds: (performance.now() - begun) / 1000, times };
}

/** Python's side, or why there is none. */
async function python(url: string) {
  const program = Deno.env.get("WT_INJECT_BENCH_PYTHON") ?? "";
  if (program === "") {
    return "WT_INJECT_BENCH_PYTHON names no python that has windtunnel-bench";
  }
  const child = new Deno.Command(program, {
    args: ["-c", PYTHON, url],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  const line = async (): Promise<string> => {
    while (!rest.includes("\n")) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`${program} ended`);
      rest += value;
    }
    const end = rest.indexOf("\n");
    const first = rest.slice(0, end);
    rest = rest.slice(end + 1);
    return first;
  };
  try {
    const about = JSON.parse(await line());
    const ask = async (job: Job): Promise<Measured> => {
      const whole = { ...job, sessions: SESSIONS, turns: TURNS, text: TEXT, scenario: SCENARIO };
      await writer.write(new TextEncoder().encode(`${JSON.stringify(whole)}\n`));
      return JSON.parse(await line());
    };
    const end = async () => {
      await writer.close();
      await child.status;
    };
    return { name: `windtunnel-bench ${about.version}, Python ${about.python}`, ask, end };
  } catch (error) {
    await child.status;
    return `${program} can't import windtunnel-bench (${
      error instanceof Error ? error.message : error
    })`;
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** The value that 99 of 100 don't pass. */
const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? NaN;

function figures(rounds: readonly Measured[]): { readonly rate: number; readonly p99: number } {
  return {
    rate: median(rounds.map(({ seconds, times }) => times.length / seconds)),
    p99: median(rounds.map(({ times }) => p99(times))),
  };
}

const server = await serve();
const other = await python(server.url);
console.log(
  `deno ${Deno.version.deno}: ${SESSIONS} sessions of ${TURNS} turns, medians of ${ROUNDS} rounds`,
);
if (typeof other === "string") console.log(`Python's driver: skipped, ${other}`);
else console.log(`against ${other.name}`);
const jobs: readonly (readonly [name: string, job: Job])[] = [
  ...IN_FLIGHT.map((in_flight) =>
    [`turns, ${in_flight} in flight`, { what: "turns", in_flight }] as const
  ),
  ["whole runs, one by one", { what: "sweep" }],
];
for (const [name, job] of jobs) {
  const mine: Measured[] = [];
  const theirs: Measured[] = [];
  // By turns, so that a busy moment of the machine falls on both. The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = await ours(server.url, job);
    const beside = typeof other === "string" ? undefined : await other.ask(job);
    if (round === 0) continue;
    mine.push(measured);
    if (beside !== undefined) theirs.push(beside);
  }
  const a = figures(mine);
  console.log(`${name}: ${a.rate.toFixed(0)} turns a second, p99 ${a.p99.toFixed(2)} ms`);
  if (theirs.length === 0) continue;
  const b = figures(theirs);
  const times = (a.rate / b.rate).toFixed(2);
  const lower = (a.p99 / b.p99).toFixed(2);
  console.log(
    `  Python: ${b.rate.toFixed(0)} turns a second, p99 ${b.p99.toFixed(2)} ms; ours is ${times} ` +
      `times as fast, with ${lower} times the p99`,
  );
}
if (typeof other !== "string") await other.end();
server.end();

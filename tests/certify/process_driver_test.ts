import { assertEquals, assertRejects } from "@std/assert";
import {
  CannotStart,
  type DriverCall,
  type DriverRun,
  MAX_STDOUT_BYTES,
} from "../../lib/certify/driver.ts";
import { type Child, processDriver, type Spawn } from "../../lib/certify/process_driver.ts";

/** A process by hand: what it printed, when it ends, what it read, how often it was ended. */
class FakeProcess implements Child {
  readonly #in = new TransformStream<Uint8Array, Uint8Array>();
  readonly #out = new TransformStream<Uint8Array, Uint8Array>();
  readonly #err = new TransformStream<Uint8Array, Uint8Array>();
  readonly #ended = Promise.withResolvers<string>();
  readonly #writers = [this.#out.writable.getWriter(), this.#err.writable.getWriter()] as const;
  kills = 0;
  readonly stdin = this.#in.writable;
  readonly stdout = this.#out.readable;
  readonly stderr = this.#err.readable;
  readonly ended = this.#ended.promise;
  readonly read: Promise<string> = new Response(this.#in.readable).text();

  /** Prints on standard output (0) or error (1). */
  async print(to: 0 | 1, text: string | Uint8Array): Promise<void> {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    await this.#writers[to].write(bytes).catch(() => {});
  }

  /** Ends; its pipes stay open where something that it started holds them. */
  exit(how: string, closing = true): void {
    this.#ended.resolve(how);
    if (closing) this.#close();
  }

  kill(): void {
    this.kills++;
    this.#ended.resolve("signal SIGKILL");
    this.#close();
  }

  #close(): void {
    for (const writer of this.#writers) writer.close().catch(() => {});
  }
}

function call(changes: Partial<DriverCall> = {}): DriverCall {
  return {
    id: "test.case",
    title: "a test",
    line: '{"op":"reset"}',
    env: { WT_INJECT_URL: "http://127.0.0.1:1" },
    unset: ["http_proxy"],
    boundMs: 60_000,
    graceS: 5,
    signal: new AbortController().signal,
    settled: () => Promise.resolve(),
    ...changes,
  };
}

async function run(
  plays: (process: FakeProcess) => void | Promise<void>,
  changes: Partial<DriverCall> = {},
): Promise<readonly [DriverRun, FakeProcess]> {
  const process = new FakeProcess();
  const driver = processDriver(["driver", "--flag"], () => process);
  const called = driver.call(call(changes));
  await plays(process);
  const result = await called;
  if (result === undefined) throw new Error("a process always says something");
  return [result, process];
}

const text = ({ stdout }: DriverRun) => new TextDecoder().decode(stdout);

Deno.test("processDriver() tells the driver one line, and takes what it prints", async () => {
  const [result, process] = await run(async (process) => {
    assertEquals(await process.read, '{"op":"reset"}\n');
    await process.print(0, '{"outcome"');
    await process.print(0, ':"ok"}\n');
    await process.print(1, "one\ntwo\n");
    process.exit("exit code 0");
  });
  assertEquals(text(result), '{"outcome":"ok"}\n');
  assertEquals([result.ended, result.exit, result.stderr], ["exited", "exit code 0", "one\ntwo\n"]);
  assertEquals(process.kills > 0, true, "what it started must not outlive it");
});

Deno.test("processDriver() starts the command with the case's environment", async () => {
  const seen: Parameters<Spawn>[] = [];
  const driver = processDriver(["driver", "--flag"], (...args) => {
    seen.push(args);
    const process = new FakeProcess();
    process.exit("exit code 0");
    return process;
  });
  await driver.call(call());
  assertEquals(driver.label, "driver --flag");
  assertEquals(seen, [[
    ["driver", "--flag"],
    { WT_INJECT_URL: "http://127.0.0.1:1" },
    ["http_proxy"],
  ]]);
});

Deno.test("processDriver() doesn't wait for pipes that a grandchild holds open", async () => {
  const [result] = await run(async (process) => {
    await process.print(0, '{"outcome":"ok"}');
    process.exit("exit code 0", false);
  });
  assertEquals([text(result), result.ended], ['{"outcome":"ok"}', "exited"]);
});

Deno.test("processDriver() ends a driver whose time is up", async () => {
  const [result, process] = await run(
    async (process) => await process.print(0, '{"outcome":"ok"}'),
    { boundMs: 10 },
  );
  assertEquals([result.ended, result.exit], ["bound", "signal SIGKILL"]);
  assertEquals(process.kills > 0, true);
});

Deno.test("processDriver() ends a driver that prints without end", async () => {
  const megabyte = new Uint8Array(1024 * 1024).fill(0x20);
  const [result] = await run(async (process) => {
    for (let n = 0; n < 10; n++) await process.print(0, megabyte);
  });
  assertEquals([result.overflow, result.ended], [true, "bound"]);
  assertEquals(result.stdout.length, MAX_STDOUT_BYTES);
});

Deno.test("processDriver() keeps the end of a long standard error", async () => {
  const [result] = await run(async (process) => {
    await process.print(1, "x".repeat(100_000));
    await process.print(1, "the end");
    process.exit("exit code 1");
  });
  assertEquals(result.stderr.length, 4096);
  assertEquals(result.stderr.endsWith("xthe end"), true);
});

Deno.test("processDriver() ends a driver when the run is interrupted, before and in the middle", async () => {
  const controller = new AbortController();
  const [result] = await run(() => controller.abort(), { signal: controller.signal });
  assertEquals(result.ended, "aborted");
  const [early, process] = await run(() => {}, { signal: AbortSignal.abort() });
  assertEquals([early.ended, process.kills > 0], ["aborted", true]);
});

Deno.test("processDriver() passes on that a command can't be started", async () => {
  const driver = processDriver(["no-such-program"], () => {
    throw new CannotStart('Cannot start "no-such-program": not found');
  });
  await assertRejects(() => driver.call(call()), CannotStart, "no-such-program");
});

const mayRun = Deno.permissions.querySync({ name: "run" }).state === "granted" &&
  Deno.permissions.querySync({ name: "env" }).state === "granted";

Deno.test({
  name: "denoSpawn() starts a process, and ends what it started with it",
  ignore: !mayRun || Deno.build.os === "windows",
  async fn() {
    const script = 'sleep 60 & read line; echo "$line $X_TEST ${http_proxy:-none} $!"; echo e >&2';
    const driver = processDriver(["sh", "-c", script]);
    const result = await driver.call(call({ env: { X_TEST: "x" } }));
    const [line, x, proxy, sleeper] = new TextDecoder().decode(result?.stdout).trim().split(" ");
    assertEquals([line, x, proxy, result?.stderr], ['{"op":"reset"}', "x", "none", "e\n"]);
    assertEquals(result?.exit, "exit code 0");
    // A killed process whose parent is gone is reaped by init, soon but not at once.
    for (let n = 0; n < 200 && await isAlive(Number(sleeper)); n++) await pause();
    assertEquals(await isAlive(Number(sleeper)), false);
    await assertRejects(async () => {
      await processDriver(["/no/such/program"]).call(call());
    }, CannotStart);
  },
});

async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "stat=", "-p", `${pid}`] })
    .output();
  const state = new TextDecoder().decode(stdout).trim();
  return state !== "" && !state.startsWith("Z");
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}

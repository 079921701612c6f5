import { assert, assertEquals, assertRejects } from "@std/assert";
import { sweep, type SweepEvent } from "../../lib/run/sweep.ts";
import { driverOf, IDENTITY, memoryDisk, sourced, storeOn } from "./support.ts";

Deno.test("sweep() resets before each run, asks for the surface once, and mints a session a run", async () => {
  const told: string[] = [];
  const sessions = new Set<string>();
  const driver = driverOf({
    reset: () => Promise.resolve(void told.push("reset")),
    surface: () => {
      told.push("surface");
      return Promise.resolve({ status: "unavailable" });
    },
    inject: (session, text) => {
      sessions.add(session);
      told.push(text);
      return Promise.resolve({ reply: "12", toolCalls: [] });
    },
  });
  const { records, stop } = await sweep({
    scenarios: sourced({ name: "a", user_turns: ["one", "two"] }, { name: "b", prompt: "three" }),
    runs: 2,
    endpoints: [{ url: "u", driver }],
    identity: IDENTITY,
  });
  const a = ["reset", "surface", "one", "two"];
  const b = ["reset", "surface", "three"];
  assertEquals(told, [...a, ...a, ...b, ...b]);
  assertEquals(sessions.size, 4);
  assertEquals(stop, undefined);
  assertEquals(records.map((list) => list.map(({ index, trace }) => [index, trace])), [
    [[0, undefined], [1, undefined]],
    [[0, undefined], [1, undefined]],
  ]);
});

Deno.test("sweep() gives each endpoint one run at a time, and keeps both busy", async () => {
  const running = new Map<string, number>();
  const both = Promise.withResolvers<void>();
  const events: string[] = [];
  const endpoint = (url: string) => ({
    url,
    driver: driverOf({
      reset: () => {
        assertEquals(running.get(url) ?? 0, 0);
        running.set(url, 1);
        return Promise.resolve();
      },
      inject: async () => {
        // Nobody gets on until each endpoint has a run of its own.
        if (running.size === 2) both.resolve();
        await both.promise;
        running.set(url, 0);
        return { reply: "12", toolCalls: [] };
      },
    }),
  });
  const { records } = await sweep({
    scenarios: sourced({ name: "a" }, { name: "b" }),
    runs: 3,
    endpoints: [endpoint("x"), endpoint("y")],
    identity: IDENTITY,
    onEvent: ({ type }: SweepEvent) => void events.push(type),
  });
  assertEquals(records.map((list) => list.map(({ index }) => index)), [[0, 1, 2], [0, 1, 2]]);
  const urls = records.flat().map(({ endpoint }) => endpoint);
  assert(urls.includes("x") && urls.includes("y"), urls.join());
  assertEquals(events.filter((type) => type === "end").length, 6);
});

Deno.test("sweep() writes trace, score and conversation after each run, and the ledger at the end", async () => {
  const disk = memoryDisk();
  let seen = 0;
  const driver = driverOf({
    reset: () => {
      assertEquals(
        [...disk.files.keys()].filter((path) => path.endsWith(".json")).length,
        seen * 3,
      );
      seen++;
      return Promise.resolve();
    },
  });
  const { records } = await sweep({
    scenarios: sourced({ name: "a/b", target_facts: [["13"]], variance_allowed: true }),
    runs: 2,
    endpoints: [{ url: "u", driver }],
    identity: { ...IDENTITY, variant: "candidate" },
    store: storeOn(disk, true),
  });
  const [first] = records[0]!;
  assert(
    /^runs\/a_b\/wt-inject\/candidate\/unknown\/unknown\/\d{8}T\d{12}Z_[0-9a-f]{8}\.json$/
      .test(first!.trace!),
    first!.trace!,
  );
  const stem = first!.trace!.replace(/\.json$/, "");
  assertEquals(JSON.parse(disk.files.get(first!.trace!)!).run_id, first!.runId);
  assertEquals(JSON.parse(disk.files.get(`${stem}.score.json`)!).verdict, "FAIL");
  assertEquals(JSON.parse(disk.files.get(`${stem}.wtin.json`)!).windtunnel_interchange, 1);
  const ledger = JSON.parse(disk.files.get("runs/ledger.ndjsonl")!);
  assertEquals([ledger.verdict, ledger.pass_rate, ledger.label, ledger.run_ids.length], [
    "PASS_WITH_VARIANCE",
    0,
    "candidate",
    2,
  ]);
});

Deno.test("a reset that fails stops everything, on every endpoint, and keeps what was whole", async () => {
  const disk = memoryDisk();
  let resets = 0;
  const hanging = Promise.withResolvers<void>();
  const good = driverOf({
    inject: (_session, _text, options) =>
      new Promise((_resolve, reject) => {
        hanging.resolve();
        options!.signal!.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  });
  const bad = driverOf({
    reset: async () => {
      await hanging.promise;
      if (++resets === 2) throw new Error("the store is locked");
    },
  });
  const { records, stop } = await sweep({
    scenarios: sourced({ name: "a" }, { name: "b" }),
    runs: 5,
    endpoints: [{ url: "x", driver: good }, { url: "y", driver: bad }],
    identity: IDENTITY,
    store: storeOn(disk),
  });
  assertEquals(stop, {
    kind: "reset",
    message: 'Cannot run the scenario "a": the reset before it failed, and no run can be trusted ' +
      "until one succeeds. the store is locked",
  });
  assertEquals(records.map((list) => list.length), [1, 0]);
  assertEquals(disk.files.has("runs/ledger.ndjsonl"), false);
});

Deno.test("a full disk stops everything, and is named", async () => {
  let writes = 0;
  const disk = memoryDisk((step) => {
    if (step.startsWith("write") && ++writes === 4) throw new Error("No space left on device");
  });
  const { records, stop } = await sweep({
    scenarios: sourced({ name: "a" }),
    runs: 9,
    endpoints: [{ url: "u", driver: driverOf() }],
    identity: IDENTITY,
    store: storeOn(disk),
  });
  assertEquals([records[0]!.length, stop?.kind], [1, "store"]);
  assert(
    /^Cannot write runs\/a\/.*\.json: No space left on device$/.test(
      stop!.kind === "store" ? stop!.message : "",
    ),
  );
  const left = [...disk.files.keys()].filter((path) => path.endsWith(".tmp"));
  assertEquals(left, []);
});

Deno.test("a ledger that can't be written is told, too", async () => {
  const disk = memoryDisk((step) => {
    if (step.startsWith("append")) throw new Error("full");
  });
  const { records, stop } = await sweep({
    scenarios: sourced({ name: "a" }),
    runs: 1,
    endpoints: [{ url: "u", driver: driverOf() }],
    identity: IDENTITY,
    store: storeOn(disk),
  });
  assertEquals(records[0]!.length, 1);
  assertEquals(stop, { kind: "store", message: "Cannot write runs/ledger.ndjsonl: full" });
});

Deno.test("sweep() ends at once where its signal is aborted, and the run that wasn't whole is gone", async () => {
  const abort = new AbortController();
  const disk = memoryDisk();
  let turns = 0;
  const driver = driverOf({
    inject: (_session, _text, options) => {
      if (++turns === 1) return Promise.resolve({ reply: "12", toolCalls: [] });
      return new Promise((_resolve, reject) => {
        options!.signal!.addEventListener("abort", () => reject(options!.signal!.reason));
        abort.abort();
      });
    },
  });
  const { records, stop } = await sweep({
    scenarios: sourced({ name: "a" }),
    runs: 3,
    endpoints: [{ url: "u", driver }],
    identity: IDENTITY,
    store: storeOn(disk),
    signal: abort.signal,
  });
  assertEquals(stop, { kind: "interrupted" });
  assertEquals(records[0]!.length, 1);
  assertEquals([...disk.files.keys()].length, 2);
});

Deno.test("sweep() throws what is no fault of an endpoint", async () => {
  const driver = driverOf({ inject: () => Promise.reject(new TypeError("a bug")) });
  const sweeping = sweep({
    scenarios: sourced({ name: "a" }),
    runs: 1,
    endpoints: [{ url: "u", driver }],
    identity: IDENTITY,
  });
  await assertRejects(() => sweeping, TypeError, "a bug");
});

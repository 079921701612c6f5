import { assertEquals, assertThrows } from "@std/assert";
import { interruptible } from "../../lib/cli/interrupt.ts";
import { Exited, memoryIo } from "./memory_io.ts";

Deno.test("interruptible() aborts the work and waits for what it has to say", async () => {
  const io = memoryIo();
  const seen: string[] = [];
  const work = interruptible(
    io,
    { first: () => seen.push("first") },
    (signal) =>
      new Promise<string>((resolve) => {
        signal.addEventListener("abort", () => resolve("half done"));
      }),
  );
  io.interrupt();
  assertEquals(await work, "half done");
  assertEquals(seen, ["first"]);
  io.interrupt();
  assertEquals(seen, ["first"]);
});

Deno.test("interruptible() ends the process at once when it is asked again", async () => {
  const io = memoryIo();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const hooks = { first: () => seen.push("first"), second: () => seen.push("second") };
  const work = interruptible(io, hooks, () => gate.promise);
  io.interrupt();
  const exited = assertThrows(() => io.interrupt(), Exited);
  assertEquals(exited.code, 130);
  assertEquals(seen, ["first", "second"]);
  gate.resolve();
  await work;
});

Deno.test("interruptible() listens no more once the work has failed", async () => {
  const io = memoryIo();
  const seen: string[] = [];
  try {
    await interruptible(io, { first: () => seen.push("first") }, () => Promise.reject("no"));
  } catch (error) {
    assertEquals(error, "no");
  }
  io.interrupt();
  assertEquals(seen, []);
});

import { assertEquals, assertThrows } from "@std/assert";
import { harmless, writeWhole } from "../../lib/cli/io.ts";

const BYTES = new TextEncoder().encode("0123456789");

/** A stream that takes a few bytes at a time, or throws, as its script has it. */
function sink(script: readonly (number | Error)[]) {
  const taken: string[] = [];
  let call = 0;
  return {
    taken,
    writeSync(bytes: Uint8Array): number {
      const step = script[Math.min(call++, script.length - 1)]!;
      if (step instanceof Error) throw step;
      taken.push(new TextDecoder().decode(bytes.subarray(0, step)));
      return Math.min(step, bytes.length);
    },
  };
}

Deno.test("writeWhole() goes on after a partial write", () => {
  const stream = sink([4, 1, 100]);
  assertEquals(writeWhole(stream, BYTES), true);
  assertEquals(stream.taken, ["0123", "4", "56789"]);
});

Deno.test("writeWhole() looks again where a pipe is full", () => {
  const full = new Deno.errors.WouldBlock();
  const stream = sink([3, full, full, 100]);
  assertEquals(writeWhole(stream, BYTES), true);
  assertEquals(stream.taken, ["012", "3456789"]);
});

Deno.test("writeWhole() tells that nobody reads any more", () => {
  const stream = sink([3, new Deno.errors.BrokenPipe()]);
  assertEquals(writeWhole(stream, BYTES), false);
  assertEquals(stream.taken, ["012"]);
});

Deno.test("writeWhole() hides no other fault", () => {
  assertThrows(() => writeWhole(sink([new Error("disk full")]), BYTES), Error, "disk full");
});

Deno.test("harmless() lets no fault of a standard error through", () => {
  let wrote = "";
  const full = {
    write(text: string) {
      wrote += text;
      throw new Error("No space left on device");
    },
    tty: true,
    columns: 99,
  };
  const output = harmless(full);
  output.write("a mistake");
  assertEquals([wrote, output.tty, output.columns], ["a mistake", true, 99]);
});

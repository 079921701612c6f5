import { assert, assertEquals } from "@std/assert";
import { CASES } from "../../lib/certify/case_list.ts";
import { aboutTime, secondsFor } from "../../lib/cli/certify_time.ts";

const waitFor = (id: string) =>
  secondsFor(CASES.filter((one) => one.id === id), { inProcess: true });

Deno.test("secondsFor() counts a deadline with its grace, and the wait for a late answer", () => {
  assertEquals(waitFor("turn.plain"), 0);
  // One second of timeout_s and five of grace.
  assertEquals(waitFor("deadline.silence"), 6);
  // An answer a second after timeout_s, which must be waited for.
  assertEquals(waitFor("deadline.late-answer"), 2);
});

Deno.test("secondsFor() counts what a process takes to start, for each case", () => {
  const plain = CASES.filter(({ id }) => id === "turn.plain");
  const seconds = secondsFor([...plain, ...plain], { inProcess: false });
  assert(seconds > 0 && seconds < 1, `${seconds} s`);
});

Deno.test("aboutTime() rounds up to what a person plans with", () => {
  assertEquals([0, 9.9, 41, 99.9, 100, 121].map(aboutTime), [
    "under 10 s",
    "under 10 s",
    "about 50 s",
    "about 100 s",
    "about 2 min",
    "about 3 min",
  ]);
});

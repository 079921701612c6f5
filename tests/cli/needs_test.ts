import { assertEquals } from "@std/assert";
import { NEEDS, needsOf } from "../../lib/cli/needs.ts";
import { COMMANDS } from "../../lib/cli/table.ts";

Deno.test("NEEDS has every command of the table", () => {
  assertEquals(COMMANDS.filter(({ name }) => !Object.hasOwn(NEEDS, name)), []);
});

Deno.test("needsOf() keeps the permission to run only for what is named to be run", () => {
  assertEquals(needsOf(["version"]), []);
  assertEquals(needsOf(["--help"]), []);
  assertEquals(needsOf([]), []);
  assertEquals(needsOf(["serve", "--port", "0"]), ["net"]);
  assertEquals(needsOf(["conform", "--reference"]).includes("run"), false);
  assertEquals(needsOf(["conform", "--state-probe", "cat db"]).includes("run"), true);
  assertEquals(needsOf(["canary", "--state-probe=cat db"]).includes("run"), true);
  assertEquals(needsOf(["corpus", "run"]).includes("run"), false);
  assertEquals(needsOf(["corpus", "run", "--target", "t.json"]).includes("run"), true);
  assertEquals(needsOf(["certify", "--", "./adapter"]).includes("run"), true);
  assertEquals(needsOf(["explain", "--target"]), []);
});

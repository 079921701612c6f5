import { assertEquals } from "@std/assert";
import { VERSION } from "../../lib/contract/version.ts";
import config from "../../deno.json" with { type: "json" };

Deno.test("VERSION is deno.json's", () => {
  assertEquals(VERSION, config.version);
});

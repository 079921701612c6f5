import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { targetUrl, timeoutFromEnvironment } from "../../lib/cli/target.ts";
import { conform } from "../../lib/conform/run.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { memoryIo } from "./memory_io.ts";

function complaint(url: string | undefined, env: Readonly<Record<string, string>> = {}): string {
  const { message, hint } = assertThrows(() => targetUrl(url, memoryIo({ env })), UsageError);
  return `${message} / ${hint}`;
}

Deno.test("targetUrl() prefers the command line to WT_INJECT_URL to the contract's default", () => {
  const env = { WT_INJECT_URL: "http://127.0.0.1:9000/" };
  assertEquals(targetUrl("http://localhost:1", memoryIo({ env })), "http://localhost:1");
  assertEquals(targetUrl(undefined, memoryIo({ env })), "http://127.0.0.1:9000");
  assertEquals(targetUrl(undefined, memoryIo()), "http://127.0.0.1:8647");
  assertEquals(
    targetUrl(undefined, memoryIo({ env: { WT_INJECT_URL: "" } })),
    "http://127.0.0.1:8647",
  );
});

Deno.test("targetUrl() keeps a path and takes the slash off its end", () => {
  assertEquals(targetUrl("https://host/agents/one/", memoryIo()), "https://host/agents/one");
  assertEquals(targetUrl("http://[::1]:8647/", memoryIo()), "http://[::1]:8647");
});

Deno.test("targetUrl() refuses what routes can't be added to", () => {
  const bad = "it isn't an http or https URL";
  assertStringIncludes(complaint("127.0.0.1:8647"), `${bad} / Did you mean http://127.0.0.1:8647?`);
  assertStringIncludes(complaint("localhost:8647"), "Did you mean http://localhost:8647?");
  assertStringIncludes(complaint("ftp://host"), `Cannot use ftp://host: ${bad}`);
  assertStringIncludes(complaint("http://"), bad);
  assertStringIncludes(
    complaint("http://host/?a=1"),
    "a base URL has no query / Write http://host/",
  );
  assertStringIncludes(complaint("http://host/x#y"), "a base URL has no fragment");
});

Deno.test("targetUrl() names the variable that is wrong", () => {
  assertStringIncludes(
    complaint(undefined, { WT_INJECT_URL: "nowhere:x" }),
    "Cannot use WT_INJECT_URL=nowhere:x",
  );
});

Deno.test("targetUrl() refuses a password and doesn't repeat it", () => {
  for (const url of ["http://me:s3cret@host:1", "http://s3cret@host:1"]) {
    const text = complaint(url);
    assertStringIncludes(text, "it carries a user name or a password");
    assertEquals(text.includes("s3cret"), false);
  }
});

Deno.test("timeoutFromEnvironment() reads seconds, and names the variable that is wrong", () => {
  const read = (text: string) =>
    timeoutFromEnvironment(memoryIo({ env: { WT_INJECT_TIMEOUT_S: text } }));
  assertEquals(timeoutFromEnvironment(memoryIo()), undefined);
  assertEquals(read(""), undefined);
  assertEquals(read("2.5"), 2.5);
  for (
    const [text, reason] of [["soon", "it isn't a number"], ["0", "it must be above 0"]] as const
  ) {
    const { message } = assertThrows(() => read(text), UsageError);
    assertEquals(message, `Cannot use WT_INJECT_TIMEOUT_S=${text}: ${reason}`);
  }
});

Deno.test("conform() and targetUrl() refuse a password in the same words", async () => {
  const baseUrl = "http://me:s3cret@127.0.0.1:1";
  const library = await assertRejects(() => conform({ baseUrl }), UsageError);
  const line = assertThrows(() => targetUrl(baseUrl, memoryIo()), UsageError);
  assertEquals([library.message, library.hint], [line.message, line.hint]);
});

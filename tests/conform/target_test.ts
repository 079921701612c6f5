import { assertEquals, assertInstanceOf, assertStringIncludes, assertThrows } from "@std/assert";
import { conform } from "../../lib/conform/run.ts";
import { checkTarget, isLoopback } from "../../lib/conform/target.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { once } from "../../lib/wire/client.ts";
import { QUICK } from "./_served.ts";

/** URLs that mean this machine however they are spelled, and what is sent to. */
const HERE: readonly (readonly [url: string, base: string])[] = [
  ["http://127.0.0.1:8647", "http://127.0.0.1:8647"],
  ["http://127.0.0.1:8647/", "http://127.0.0.1:8647"],
  ["http://127.1:8647", "http://127.0.0.1:8647"],
  ["http://2130706433", "http://127.0.0.1"],
  ["http://0x7f.1/", "http://127.0.0.1"],
  ["http://127.255.255.254", "http://127.255.255.254"],
  ["http://[::1]:8647", "http://[::1]:8647"],
  ["http://[0:0:0:0:0:0:0:1]", "http://[::1]"],
  ["http://[::ffff:127.0.0.1]:8647", "http://[::ffff:7f00:1]:8647"],
  ["http://[::ffff:127.9.8.7]", "http://[::ffff:7f09:807]"],
  ["http://localhost:8647", "http://localhost:8647"],
  ["http://LOCALHOST", "http://localhost"],
  ["http://localhost.:8647", "http://localhost.:8647"],
  ["http://agent.localhost", "http://agent.localhost"],
  ["https://localhost/bench/", "https://localhost/bench"],
  ["http://127.0.0.1:8647/a/b//", "http://127.0.0.1:8647/a/b"],
  ["http://127.0.0.1:8647/?", "http://127.0.0.1:8647"],
  ["http://127.0.0.1:8647/bench#", "http://127.0.0.1:8647/bench"],
];

for (const [url, base] of HERE) {
  Deno.test(`checkTarget() takes ${url} for this machine`, () => {
    assertEquals(checkTarget(url, false), base);
  });
}

const ELSEWHERE = [
  "http://0.0.0.0:8647",
  "http://[::]:8647",
  "http://127.0.0.1.evil.example",
  "http://localhost.evil.example",
  "http://evil-localhost",
  "http://notlocalhost",
  "http://127.0.0.1.nip.io:8647",
  "http://128.0.0.1",
  "http://10.0.0.1:8647",
  "http://192.168.0.7",
  "http://[::2]",
  "http://[::ffff:7f]",
  "http://[::ffff:7f12]",
  "http://[::ffff:128.0.0.1]",
  "http://[::ffff:10.127.0.1]",
  "http://[fe80::1]",
  "http://[::127.0.0.1]",
  "http://agent:8647",
  "https://agent.example/",
];

for (const url of ELSEWHERE) {
  Deno.test(`checkTarget() asks before it destroys what is at ${url}`, () => {
    const error = assertThrows(() => checkTarget(url, false), UsageError, "without your consent");
    assertStringIncludes(error.hint ?? "", "--destroy-state");
    checkTarget(url, true);
  });
}

const UNUSABLE: readonly (readonly [url: string, reason: string])[] = [
  ["127.0.0.1:8647", "doesn't parse"],
  ["localhost:8647", "its scheme is localhost"],
  ["", "doesn't parse"],
  ["ftp://127.0.0.1", "its scheme is ftp"],
  ["http://127.0.0.1:8647/?session=1", "can't have a query"],
  ["http://127.0.0.1:8647/#top", "can't have a query or a fragment"],
  ["http://127.0.0.1:99999", "doesn't parse"],
  ["http://user:secret@127.0.0.1", "carries a user name or a password"],
];

for (const [url, reason] of UNUSABLE) {
  Deno.test(`checkTarget() can't use ${url || "nothing"} as a URL`, () => {
    for (const consent of [false, true]) {
      const error = assertThrows(() => checkTarget(url, consent), UsageError, reason);
      assertEquals(error.message.includes("secret"), false);
    }
  });
}

Deno.test("isLoopback() judges names as a URL spells them", () => {
  assertEquals(isLoopback("[::1]"), true);
  assertEquals(isLoopback("localhost"), true);
  assertEquals(isLoopback("example.com"), false);
  assertEquals(isLoopback(""), false);
});

Deno.test("conform() asks for consent before it sends a byte", async () => {
  let sent = 0;
  const transport: typeof once = (request, options) => {
    sent++;
    return once(request, options);
  };
  const error = await conform({ ...QUICK, baseUrl: "http://192.0.2.1:8647", transport }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assertInstanceOf(error, UsageError);
  assertEquals(sent, 0);
});

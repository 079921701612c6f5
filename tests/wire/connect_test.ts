import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { makeOnce, once } from "../../lib/wire/client.ts";
import { type Dialer, systemDialer } from "../../lib/wire/connect.ts";
import { hasIPv6, post, testServer } from "./_server.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

function coded(code: string): Error {
  return Object.assign(new Error(`text of ${code}`), { code });
}

/** A dialer in which only `alive` is reached, over `port`; others fail as the table says. */
function scripted(
  port: number,
  alive: string,
  failures: Readonly<Record<string, () => Error>>,
  addresses: readonly string[],
): Dialer & { readonly tried: string[] } {
  const tried: string[] = [];
  return {
    tried,
    connect(hostname, _port, signal) {
      tried.push(hostname);
      if (hostname === alive) return systemDialer.connect("127.0.0.1", port, signal);
      return Promise.reject(failures[hostname]?.() ?? new Deno.errors.ConnectionRefused("no"));
    },
    addresses: () => Promise.resolve(addresses),
  };
}

for (const hostname of ["127.0.0.1", "::1"]) {
  Deno.test({
    name: `once() reaches a server on ${hostname} by address and as localhost`,
    ignore: hostname === "::1" && !hasIPv6(),
    fn: async () => {
      await using server = testServer(OK, { hostname });
      for (const url of [server.url, `http://localhost:${server.port}/`]) {
        const { response, fault } = await once(post(url));
        assertEquals(fault, undefined, url);
        assertEquals(response?.status, 200);
      }
      assertEquals(server.connections, 2);
    },
  });
}

Deno.test("once() tries a name's addresses in turn, and sends once", async () => {
  await using server = testServer(OK);
  const dialer = scripted(server.port, "10.0.0.2", {
    "two.example": () => new Deno.errors.ConnectionRefused("no"),
    "fd00::1": () => coded("EHOSTUNREACH"),
  }, ["fd00::1", "10.0.0.1", "10.0.0.2", "10.0.0.3"]);
  const { response } = await makeOnce({ dialer })(post("http://two.example/"));
  assertEquals(response?.status, 200);
  assertEquals(dialer.tried, ["two.example", "fd00::1", "10.0.0.1", "10.0.0.2"]);
  assertEquals(server.connections, 1);
});

Deno.test("once() tries no other address after a fault that another address would share", async () => {
  const dialer = scripted(0, "", { "one.example": () => coded("EMFILE") }, ["10.0.0.1"]);
  const { fault } = await makeOnce({ dialer })(post("http://one.example/"));
  assertEquals(fault?.kind, "io");
  assertEquals(dialer.tried, ["one.example"]);
});

Deno.test("once() says which addresses it tried in vain", async () => {
  const dialer = scripted(
    0,
    "",
    { "two.example": () => coded("EHOSTUNREACH"), "fd00::1": () => coded("ENETUNREACH") },
    ["fd00::1", "10.0.0.1"],
  );
  const { fault } = await makeOnce({ dialer })(post("http://two.example:81/"));
  assertEquals(fault, {
    kind: "refused",
    phase: "connect",
    message: "Cannot connect to two.example:81: text of EHOSTUNREACH (nor at fd00::1, 10.0.0.1)",
  });
});

Deno.test("once() tells the faults of connecting apart", async () => {
  const rows: [error: () => Error, kind: string][] = [
    [() => new Deno.errors.ConnectionRefused("x"), "refused"],
    [() => new Deno.errors.ConnectionReset("x"), "reset"],
    [() => new Deno.errors.TimedOut("x"), "unreachable"],
    [() => coded("EHOSTUNREACH"), "unreachable"],
    [() => coded("ENETUNREACH"), "unreachable"],
    [() => Object.assign(new TypeError("x"), { code: "EINVAL" }), "unreachable"],
    [() => new Error("failed to lookup address information"), "dns"],
    [() => new Deno.errors.NotFound("x"), "dns"],
    [() => coded("EMFILE"), "io"],
  ];
  for (const [error, kind] of rows) {
    const dialer = scripted(0, "", { "one.example": error }, []);
    const { fault } = await makeOnce({ dialer })(post("http://one.example/"));
    assertEquals([fault?.kind, fault?.phase], [kind, "connect"]);
    assertStringIncludes(fault?.message ?? "", "Cannot connect to one.example:80: ");
  }
});

Deno.test("once() blames no look-up for the fault of a literal address", async () => {
  const dialer = scripted(0, "", { "::2": () => new Error("odd") }, []);
  const { fault } = await makeOnce({ dialer })(post("http://[::2]:9/"));
  assertEquals([fault?.kind, fault?.message], ["io", "Cannot connect to [::2]:9: odd"]);
});

Deno.test({
  name: "once() rejects with Deno's own error where the run may not reach the host",
  permissions: { net: ["127.0.0.1"] },
  // Deno 2.4 leaks a cancel handle of its own where connect is denied.
  sanitizeResources: false,
  fn: async () => {
    await assertRejects(() => once(post("http://192.0.2.1:9/")), Deno.errors.NotCapable);
  },
});

Deno.test({
  name: "systemDialer.addresses() gives what may be reached, and asks nobody's leave",
  permissions: { net: ["127.0.0.1"] },
  fn: async () => {
    const { signal } = new AbortController();
    assertEquals(await systemDialer.addresses("localhost", 9, signal), ["127.0.0.1"]);
    assertEquals(await systemDialer.addresses("a.localhost", 9, signal), ["127.0.0.1"]);
    // Without leave for the whole net no name server may be asked.
    assertEquals(await systemDialer.addresses("two.example", 9, signal), []);
  },
});

import { assertEquals } from "@std/assert";
import net from "node:net";
import { latin1 } from "../../lib/wire/bytes.ts";
import { makeOnce, once } from "../../lib/wire/client.ts";
import { systemDialer } from "../../lib/wire/connect.ts";
import { gate, post } from "./_server.ts";

/** Only newer Deno can send a RST on a connection that it has accepted. */
const CAN_RESET = Number(Deno.version.deno.split(".")[1]) >= 9;

/** A server that says `answer` once it has a request, waits for it to be read, and sends a RST. */
async function resettingServer(answer: string, read: Promise<void>) {
  const server = net.createServer((socket: net.Socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(answer, async () => {
        if (answer !== "") await read;
        socket.resetAndDestroy();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

Deno.test({
  // On older Deno no test can make a RST after a request.
  name: "once() tells a reset before the answer apart",
  ignore: !CAN_RESET,
  fn: async () => {
    await using server = await resettingServer("", Promise.resolve());
    const { fault, response } = await once(post(server.url));
    assertEquals([fault?.kind, fault?.phase], ["reset", "head"]);
    assertEquals(response, undefined);
  },
});

Deno.test({
  name: "once() tells a reset inside the body apart, and keeps what came",
  ignore: !CAN_RESET,
  fn: async () => {
    const seen = gate();
    await using server = await resettingServer(
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello",
      seen.opened,
    );
    const { fault, response } = await once(post(server.url), { onBody: seen.open });
    assertEquals([fault?.kind, fault?.phase], ["reset", "body"]);
    assertEquals(latin1(response?.body ?? new Uint8Array()), "hello");
  },
});

Deno.test({
  name: "once() tells a reset of a body without a length apart from its end",
  ignore: !CAN_RESET,
  fn: async () => {
    const seen = gate();
    await using server = await resettingServer("HTTP/1.1 200 OK\r\n\r\nhello", seen.opened);
    const { fault, response } = await once(post(server.url), { onBody: seen.open });
    assertEquals([fault?.kind, fault?.phase], ["reset", "body"]);
    assertEquals(latin1(response?.body ?? new Uint8Array()), "hello");
  },
});

Deno.test("once() tells the reset of a connection that nobody accepted apart", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const connected = gate();
  const transport = makeOnce({
    dialer: {
      ...systemDialer,
      async connect(...where) {
        const conn = await systemDialer.connect(...where);
        connected.open();
        return conn;
      },
    },
  });
  const sent = transport(post(`http://127.0.0.1:${listener.addr.port}/`), { deadlineMs: 10_000 });
  await connected.opened;
  listener.close();
  const { fault } = await sent;
  assertEquals(fault?.kind, "reset");
});

import { assertEquals, assertRejects } from "@std/assert";
import { Peer, PeerGone } from "../../lib/wire/raw_server_peer.ts";

/** A connection whose writes fail, and whose read says nothing until it is closed. */
function broken(): Deno.Conn {
  const reading = Promise.withResolvers<number | null>();
  return {
    read: () => reading.promise,
    write: () => Promise.reject(new Deno.errors.BrokenPipe("broken pipe")),
    closeWrite: () => Promise.reject(new Deno.errors.NotConnected("not connected")),
    close: () => reading.reject(new Deno.errors.Interrupted("operation canceled")),
  } as unknown as Deno.Conn;
}

const attempts = {
  "a write": (peer: Peer) => peer.write(new Uint8Array(1)),
  "a half close": (peer: Peer) => peer.closeWrite(),
};

for (const [what, attempt] of Object.entries(attempts)) {
  Deno.test(`Peer sees that its peer left by ${what} that fails before the read does`, async () => {
    const peer = new Peer(broken());
    peer.watch();
    await assertRejects(() => attempt(peer), PeerGone);
    peer.close();
    await peer.settled();
    assertEquals(await hasLeft(peer), true);
  });

  Deno.test(`Peer doesn't take ${what} after its own close for the peer's`, async () => {
    const peer = new Peer(broken());
    peer.watch();
    peer.close();
    await assertRejects(() => attempt(peer), PeerGone);
    await peer.settled();
    assertEquals(await hasLeft(peer), false);
  });
}

function hasLeft(peer: Peer): Promise<boolean> {
  // A promise that is settled already wins over one that comes after it.
  return Promise.race([peer.left.then(() => true), Promise.resolve().then(() => false)]);
}

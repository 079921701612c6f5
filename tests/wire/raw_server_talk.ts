/**
 * The plainest client there is, for tests of the scripted raw server.
 *
 * @module
 */
const utf8 = new TextEncoder();

/** A minimal POST with a counted body. */
export function post(body: string, target = "/wt/inject"): string {
  const length = utf8.encode(body).length;
  return `POST ${target} HTTP/1.1\r\nHost: test\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

/** Connects to a loopback port and sends text. */
export async function dialAndSend(port: number, text: string): Promise<Deno.TcpConn> {
  const conn = await Deno.connect({ hostname: "127.0.0.1", port });
  await sendAll(conn, text);
  return conn;
}

/** Writes all of a text. */
export async function sendAll(conn: Deno.Conn, text: string): Promise<void> {
  const bytes = utf8.encode(text);
  for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
}

/** What was read until the end: text, the size of each read, and the error's name where it was none. */
export interface Heard {
  readonly text: string;
  readonly sizes: readonly number[];
  readonly error?: string;
}

/** Reads to the end of the connection, or until `atLeast` bytes have come. */
export async function hear(conn: Deno.Conn, atLeast = Infinity): Promise<Heard> {
  const decoder = new TextDecoder();
  const sizes: number[] = [];
  let text = "";
  let total = 0;
  const buffer = new Uint8Array(64 * 1024);
  try {
    while (total < atLeast) {
      const count = await conn.read(buffer);
      if (count === null) break;
      total += count;
      sizes.push(count);
      text += decoder.decode(buffer.subarray(0, count), { stream: true });
    }
  } catch (error) {
    return { text, sizes, error: error instanceof Error ? error.name : String(error) };
  }
  return { text, sizes };
}

/** Sends one request on a connection of its own and reads what comes. */
export async function talk(port: number, text: string): Promise<Heard> {
  const conn = await dialAndSend(port, text);
  try {
    return await hear(conn);
  } finally {
    conn.close();
  }
}

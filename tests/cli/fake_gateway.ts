/**
 * A gateway that relays Chat and does one thing badly: a program of its own, for tests of what becomes
 * of a gateway's process. Nothing of ours is in it.
 *
 *   deno run fake_gateway.ts MODE PORT UPSTREAM [EXTRA]
 */
const [mode = "relay", port = "0", upstream = "", extra = ""] = Deno.args;

/** What is done with a request in place of relaying it; undefined relays. */
const MODES: Readonly<Record<string, (body: string) => Response | Promise<Response> | undefined>> =
  {
    relay: () => undefined,
    // Tells somebody that it was asked, where there is somebody.
    hang() {
      if (extra !== "") fetch(extra).catch(() => {});
      return new Promise(() => {});
    },
    html: () =>
      new Response("<h1>Welcome</h1>", { status: 200, headers: { "content-type": "text/html" } }),
    // Dies of one text alone.
    dies(body) {
      if (!body.includes("poison")) return undefined;
      console.error("fatal: cannot swallow");
      Deno.exit(7);
    },
    // Dies where nothing stands in its way yet: a file that it leaves behind.
    once(body) {
      if (!body.includes("poison")) return undefined;
      try {
        Deno.writeTextFileSync(extra, "", { createNew: true });
      } catch {
        return undefined;
      }
      Deno.exit(8);
    },
    cools: () =>
      cold ? new Response('{"error":{"message":"cooling down"}}', { status: 503 }) : undefined,
    // A head, a beginning, and nothing more.
    holds: () =>
      new Response(
        new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode('{"id":')) }),
        { headers: { "content-type": "application/json" } },
      ),
  };

let cold = false;

async function relayed(request: Request, body: string): Promise<Response> {
  const to = `${upstream}${new URL(request.url).pathname}`;
  const answer = await fetch(to, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  if (answer.status >= 500) cold = true;
  const type = answer.headers.get("content-type") ?? "application/json";
  return new Response(answer.body, { status: answer.status, headers: { "content-type": type } });
}

if (mode === "exits") {
  console.error("fatal: no licence");
  Deno.exit(3);
}
if (mode === "never") await new Promise(() => setInterval(() => {}, 1_000));
// Ready when the gate answers.
if (mode === "gated") await (await fetch(extra)).text();
if (mode === "child") {
  // A grandchild of whoever started this; it lives as long as its connection.
  const script = `const c=await Deno.connect({hostname:"127.0.0.1",port:${extra}});` +
    "console.log('up');await c.read(new Uint8Array(1));";
  const grandchild = new Deno.Command(Deno.execPath(), {
    args: ["eval", script],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  await grandchild.stdout.getReader().read();
}

Deno.serve({ hostname: "127.0.0.1", port: Number(port), onListen() {} }, async (request) => {
  if (request.method !== "POST") return new Response(null, { status: 404 });
  const body = await request.text();
  try {
    return await (MODES[mode] ?? MODES.relay!)(body) ?? await relayed(request, body);
  } catch {
    return new Response('{"error":{"message":"bad gateway"}}', { status: 502 });
  }
});

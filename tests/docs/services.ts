/**
 * What a page takes for granted: an agent on its port, a gateway, a model's server. Each is served here on
 * a free port, which takes the place of the page's.
 */
import { benched, FrontDesk } from "../../examples/endpoints/multiplexed/endpoint.ts";
import { contractHandler } from "../../lib/endpoint/handler.ts";
import { referenceAgent } from "../../lib/endpoint/reference.ts";
import { serveEndpoint } from "../../lib/endpoint/serve.ts";
import { startGateway } from "../../lib/gateway/mod.ts";
import { ROOT } from "./pages.ts";

/**
 * - `reference`: the reference endpoint.
 * - `multiplexed`, `by hand`: the examples, each in its own language.
 * - `reference with a model`, `agent by hand`: agents that ask a model at the page's 9902.
 * - `gateway`: the reference gateway at the page's 4000, its upstream at the page's 9901.
 */
export type Service =
  | "reference"
  | "multiplexed"
  | "by hand"
  | "reference with a model"
  | "agent by hand"
  | "gateway";

/** Something that is served. */
export interface Served {
  /** What stands in the page, and what is to be said in its place. */
  readonly ports: Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * A port that is free now, and below those that systems give to whoever connects: one of these may be
 * taken again before it is listened on.
 */
export function freePort(): number {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}

/** Serves it. */
export async function serve(service: Service): Promise<Served> {
  const model = freePort();
  const modelUrl = `http://127.0.0.1:${model}`;
  switch (service) {
    case "reference":
    case "multiplexed": {
      const agent = service === "reference" ? referenceAgent() : benched(new FrontDesk(), "bench");
      const { port, close } = await serveEndpoint({ port: 0, handler: contractHandler(agent) });
      return { ports: { 8647: port }, close };
    }
    case "by hand":
      return await program(["python3", "examples/endpoints/python/endpoint.py", "--port", "0"]);
    case "agent by hand":
      return await program(
        ["python3", "examples/agents/python/agent.py", "--port", "0", "--model-url", modelUrl],
        { 9902: model },
      );
    case "reference with a model":
      return await program(
        [...WT_INJECT, "serve", "--port", "0", "--model-url", modelUrl],
        { 9902: model },
      );
    case "gateway": {
      const upstream = { url: `http://127.0.0.1:${model}`, dialect: "chat" as const };
      const gateway = await startGateway({ upstream });
      return {
        ports: { 4000: Number(new URL(gateway.url).port), 9901: model },
        close: () => gateway.close(),
      };
    }
  }
}

const pathOf = (path: string): string => decodeURIComponent(new URL(path, ROOT).pathname);

/** `wt-inject`, from source, with what its tasks may do and what starts programs. */
export const WT_INJECT: readonly string[] = [
  Deno.execPath(),
  "run",
  "--quiet",
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-run",
  "--allow-env",
  "--allow-net=127.0.0.1,[::1],localhost",
  `--config=${pathOf("deno.json")}`,
  pathOf("cli.ts"),
];

/** How long a program has to say where it listens, ms. */
const START_MS = 30_000;

async function program(
  [command = "", ...args]: readonly string[],
  ports: Readonly<Record<string, number>> = {},
): Promise<Served> {
  const child = new Deno.Command(command, {
    args,
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const { address, ended } = heard(child);
  const close = async () => {
    try {
      child.kill("SIGTERM");
    } catch {
      // it has ended already
    }
    await child.status;
    await ended;
  };
  const port = await address;
  if (port !== undefined) return { ports: { ...ports, 8647: port }, close };
  await close();
  throw new Error(`Cannot start ${command} ${args.join(" ")}: it said ${await ended}`);
}

/** What a program is heard saying. */
export interface Heard {
  /** The port of the address that it names first; undefined where it ends, or takes too long, without one. */
  readonly address: Promise<number | undefined>;
  /** All that it said on both streams, once it has closed them. */
  readonly ended: Promise<string>;
}

/** Listens to both streams of a program until it closes them: one that nobody reads may stop it. */
export function heard(
  child: {
    readonly stdout: ReadableStream<Uint8Array>;
    readonly stderr: ReadableStream<Uint8Array>;
  },
): Heard {
  let text = "";
  const address = Promise.withResolvers<number | undefined>();
  const timer = setTimeout(() => address.resolve(undefined), START_MS);
  const decoder = new TextDecoder();
  const ends = [child.stdout, child.stderr].map(async (stream) => {
    for await (const piece of stream) {
      text += decoder.decode(piece);
      const port = /http:\/\/127\.0\.0\.1:(\d+)(?=\D)/.exec(text)?.[1];
      if (port !== undefined) address.resolve(Number(port));
    }
  });
  const ended = Promise.all(ends).then(() => {
    clearTimeout(timer);
    address.resolve(undefined);
    return text;
  });
  return { address: address.promise, ended };
}

/**
 * `wt-inject serve`: the reference endpoint, or a broken one, until it is told to stop.
 *
 * @module
 */
import { isLoopback } from "../conform/target.ts";
import { UsageError } from "../contract/usage.ts";
import { contractHandler } from "../endpoint/handler.ts";
import { referenceAgent } from "../endpoint/reference.ts";
import { ListenError, type ServedEndpoint, serveEndpoint } from "../endpoint/serve.ts";
import type { Arguments } from "./arguments.ts";
import { refuseTogether } from "./conform_options.ts";
import type { Io } from "./io.ts";

/**
 * Serves until SIGINT or SIGTERM.
 *
 * @throws UsageError where the address can't be bound, and where there is no such mutant
 */
export async function run(args: Arguments, io: Io): Promise<number> {
  refuseTogether(args, [["list-mutants", ["mutant", "port", "host"]]], []);
  const port = args.number("port");
  const hostname = args.text("host");
  if (hostname !== undefined && !args.given("list-mutants") && !isLoopback(hostname)) {
    io.stderr.write("There is no authentication: whoever reaches this port can use it.\n");
  }
  const mutant = args.text("mutant");
  if (mutant !== undefined || args.given("list-mutants")) {
    const { listMutants, serveMutant } = await import("./serve_mutant.ts");
    return mutant === undefined ? listMutants(io) : await serveMutant(mutant, args, io);
  }
  const stop = new AbortController();
  let endpoint: ServedEndpoint;
  try {
    endpoint = await serveEndpoint({
      handler: contractHandler(referenceAgent()),
      signal: stop.signal,
      ...(port === undefined ? {} : { port }),
      ...(hostname === undefined ? {} : { hostname }),
    });
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    throw new UsageError(error.message);
  }
  const release = io.onStop(() => stop.abort());
  io.stdout.write(greeting(endpoint.url));
  try {
    await endpoint.finished;
  } finally {
    release();
  }
  return 0;
}

/** The URL, and three lines that try each route. */
function greeting(url: string): string {
  const turn = { wt_inject: 1, session_id: "demo", text: QUESTION, timeout_s: 30 };
  const post = (route: string, body: unknown) =>
    `  curl -s ${url}/wt/${route} -d '${JSON.stringify(body)}'\n`;
  return `The reference endpoint listens on ${url}\n\nTry it:\n` +
    post("inject", turn) + post("surface", { wt_inject: 1 }) + post("reset", { wt_inject: 1 }) +
    `\nJudge it:\n  wt-inject conform ${url}\n\nCtrl-C stops it.\n`;
}

const QUESTION = "Which client ordered the misrouted pallet?";

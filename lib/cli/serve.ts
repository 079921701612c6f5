/**
 * `wt-inject serve`: the reference endpoint, or a broken one, until it is told to stop.
 *
 * @module
 */
import type { ModelCaller } from "../agent/messages.ts";
import type { ModelDialectName } from "../agent/model_client.ts";
import { isLoopback } from "../conform/target.ts";
import { UsageError } from "../contract/usage.ts";
import { contractHandler } from "../endpoint/handler.ts";
import { referenceAgent } from "../endpoint/reference.ts";
import { ListenError, type ServedEndpoint, serveEndpoint } from "../endpoint/serve.ts";
import { visible } from "../report/visible.ts";
import type { Arguments } from "./arguments.ts";
import { refuseTogether } from "./conform_options.ts";
import type { Io } from "./io.ts";
import { requireNet } from "./permission.ts";

/**
 * Serves until SIGINT or SIGTERM.
 *
 * @throws UsageError where the address can't be bound, and where there is no such mutant
 */
export async function run(args: Arguments, io: Io): Promise<number> {
  refuseTogether(args, [
    ["list-mutants", ["mutant", "port", "host", ...MODEL_FLAGS]],
    ["mutant", MODEL_FLAGS],
  ], []);
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
  const model = await modelOf(args);
  const stop = new AbortController();
  let endpoint: ServedEndpoint;
  try {
    endpoint = await serveEndpoint({
      handler: contractHandler(referenceAgent(model === undefined ? {} : { model: model.caller })),
      signal: stop.signal,
      ...(port === undefined ? {} : { port }),
      ...(hostname === undefined ? {} : { hostname }),
    });
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    throw new UsageError(error.message);
  }
  const release = io.onStop(() => stop.abort());
  io.stdout.write(model === undefined ? greeting(endpoint.url) : withModel(endpoint.url, model));
  try {
    await endpoint.finished;
  } finally {
    release();
  }
  return 0;
}

const MODEL_FLAGS: readonly string[] = ["model-url", "model-dialect", "model"];

/** A model's server that the agent asks in place of the scripted model. */
interface Model {
  readonly caller: ModelCaller;
  readonly url: string;
  readonly dialect: string;
}

/** @throws UsageError where what is said of one has no URL, or it is none */
async function modelOf(args: Arguments): Promise<Model | undefined> {
  const url = args.text("model-url");
  if (url === undefined) {
    const alone = MODEL_FLAGS.find((name) => args.given(name));
    if (alone === undefined) return undefined;
    throw new UsageError(
      `Cannot use --${alone} here: it says something of a model's server, and none is named`,
      "Add --model-url URL, or leave it out: the scripted model needs no server.",
    );
  }
  const { modelClient } = await import("../agent/model_client.ts");
  const dialect = (args.text("model-dialect") ?? "chat") as ModelDialectName;
  const name = args.text("model");
  try {
    const caller = modelClient({ url, dialect, ...(name === undefined ? {} : { model: name }) });
    await requireNet(url);
    return { caller, url, dialect };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message, "Write --model-url http://127.0.0.1:9902, for instance.");
  }
}

function withModel(url: string, model: Model): string {
  return `The reference endpoint listens on ${url}\n\n` +
    `It asks its model at ${visible(model.url)} in ${model.dialect}.\n\nCtrl-C stops it.\n`;
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

/**
 * `wt-inject gateway`: the reference gateway, until it is told to stop.
 *
 * @module
 */
import { isLoopback } from "../conform/target.ts";
import { UsageError } from "../contract/usage.ts";
import { type Dialect, GATEWAY_ROUTES, upstreamUrl } from "../gateway/dialect.ts";
import { type Gateway, type GatewayOptions, startGateway } from "../gateway/gateway.ts";
import { visible } from "../report/visible.ts";
import type { Arguments } from "./arguments.ts";
import { listenAddress, requireListen } from "./drivers.ts";
import type { Io } from "./io.ts";
import { requireNet } from "./permission.ts";

/** Beside the endpoint's own port, 8647. */
const DEFAULT_LISTEN = "127.0.0.1:8648";

/**
 * Serves until SIGINT or SIGTERM.
 *
 * @throws UsageError where the upstream isn't named whole, and where the address can't be bound
 */
export async function run(args: Arguments, io: Io): Promise<number> {
  const upstream = upstreamOf(args);
  const listen = listenAddress(args.text("listen") ?? DEFAULT_LISTEN, {
    least: 0,
    hint: `Write --listen ${DEFAULT_LISTEN}, for instance; port 0 is any free one.`,
  });
  const capacity = args.number("capacity");
  if (!isLoopback(listen.hostname)) {
    io.stderr.write("There is no authentication: whoever reaches this port can use it.\n");
  }
  await requireNet(upstream.url);
  await requireListen(listen);
  const gateway = await started({
    ...listen,
    upstream,
    ...(capacity === undefined ? {} : { capacity }),
  });
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => stop = resolve);
  const release = io.onStop(() => stop());
  try {
    io.stdout.write(greeting(gateway.url, upstream));
    await stopped;
  } finally {
    await gateway.close();
    release();
  }
  return 0;
}

/** Whom to ask, and in which dialect. The URL is that of the dialect's route. */
function upstreamOf(args: Arguments): { readonly url: string; readonly dialect: Dialect } {
  const given = args.text("upstream");
  const dialect = args.text("upstream-dialect") as Dialect | undefined;
  const lacking = given === undefined ? "--upstream URL" : "--upstream-dialect DIALECT";
  if (given === undefined || dialect === undefined) {
    throw new UsageError(
      `Cannot run gateway: ${lacking} is missing`,
      "A gateway needs both: the server to ask, and what it speaks (chat, messages or responses).",
    );
  }
  let url: string;
  try {
    url = upstreamUrl(given, dialect);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message);
  }
  const { username, password, host } = new URL(url);
  if (username !== "" || password !== "") {
    throw new UsageError(
      `Cannot use the URL of ${host}: it carries a user name or a password`,
      "Leave them out; the credentials that clients send are handed on.",
    );
  }
  return { url, dialect };
}

async function started(options: GatewayOptions): Promise<Gateway> {
  try {
    return await startGateway(options);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    const reason = error instanceof Deno.errors.AddrInUse ? "the port is in use" : error.message;
    throw new UsageError(
      `Cannot listen on ${options.hostname}:${options.port}: ${reason}`,
      "Choose another address with --listen HOST:PORT.",
    );
  }
}

function greeting(url: string, upstream: { readonly url: string; readonly dialect: Dialect }) {
  const routes = Object.entries(GATEWAY_ROUTES).map(([dialect, route]) =>
    `  ${dialect.padEnd(9)}  ${url}${route}\n`
  );
  return `The reference gateway listens on ${url}\n\n${routes.join("")}\n` +
    `It asks ${visible(upstream.url)} in ${upstream.dialect}.\n\nCtrl-C stops it.\n`;
}

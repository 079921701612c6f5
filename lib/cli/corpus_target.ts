/**
 * What `corpus run` is run against: the embedded gateway, one that a file describes, or one that flags
 * describe.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { nearest } from "../contract/nearest.ts";
import { embeddedTarget } from "../corpus/embedded.ts";
import { addressOf, liveTarget } from "../corpus/live/live_target.ts";
import { checkTarget, readTarget } from "../corpus/live/read_target.ts";
import type { TargetFile } from "../corpus/live/target_file.ts";
import { endsOf, GATEWAY_PATHS, type GatewayPath } from "../corpus/paths.ts";
import type { CorpusTarget } from "../corpus/target.ts";
import { isSecret, secretVariable } from "../wire/redact.ts";
import type { Arguments } from "./arguments.ts";
import { refuseTogether, waitMs } from "./conform_options.ts";
import { listenAddress, requireListen } from "./drivers.ts";
import type { Io } from "./io.ts";
import { requireLoopback, requireNet, requireRunAll } from "./permission.ts";
import { targetUrl } from "./target.ts";
import { readWhole, SETTINGS_BYTES } from "../wire/read_file.ts";

/** A target, and the words that name it on the line that repeats the run. */
export interface GivenTarget {
  readonly target: CorpusTarget;
  /** The command line's words, secrets taken out. */
  readonly words: readonly string[];
}

/** Flags that describe a gateway, in place of a file. */
const DESCRIBE = ["upstream-listen", "model", "upstream-model", "header", "route", "wait"];

/**
 * The target of a command line. `say` is told what becomes of a live one.
 *
 * @throws {UsageError} on a file that can't be used, on flags that don't belong together, and where
 * Deno withholds what the target needs
 */
export async function corpusTargetOf(
  args: Arguments,
  io: Io,
  say: (line: string) => void,
): Promise<GivenTarget> {
  refuseTogether(args, [["target", ["gateway", ...DESCRIBE]]], []);
  const { words } = args;
  const path = args.text("target");
  if (path !== undefined) return { target: await fromFile(path, io, say), words };
  if (args.given("gateway")) return await fromFlags(args, io, say);
  const alone = DESCRIBE.find((flag) => args.given(flag));
  if (alone !== undefined) {
    throw new UsageError(
      `Cannot use --${alone}: no gateway is named`,
      "Add --gateway URL. With none of the two, the embedded gateway is played.",
    );
  }
  await requireLoopback("play the corpus");
  return { target: embeddedTarget(), words };
}

async function fromFile(
  path: string,
  io: Io,
  say: (line: string) => void,
): Promise<CorpusTarget> {
  const file = readTarget(await textOf(path), path);
  if (file.process !== undefined) await requireRunAll(file.process.argv[0]!, "the gateway");
  const here = (await Deno.realPath(path)).replace(/[/\\][^/\\]*$/, "");
  return await live(file, here, io, say);
}

async function live(
  file: TargetFile,
  here: string,
  io: Io,
  say: (line: string) => void,
): Promise<CorpusTarget> {
  if (new URL(file.gateway).port === "0") await requireLoopback("play the corpus");
  else await requireNet(file.gateway);
  await requireListen(addressOf(file.upstream.listen));
  return liveTarget(file, { here, env: (name) => io.env(name), say });
}

async function textOf(path: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await readWhole(path, SETTINGS_BYTES);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    const reason = error instanceof Deno.errors.NotFound
      ? "there is no such file"
      : error.message.replace(/: open .*$/, "");
    throw new UsageError(`Cannot read the target ${path}: ${reason}`, "Name another file.");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`Cannot use the target ${path}: it isn't UTF-8`, "Save it as UTF-8.");
  }
}

async function fromFlags(
  args: Arguments,
  io: Io,
  say: (line: string) => void,
): Promise<GivenTarget> {
  const gateway = targetUrl(args.text("gateway"), io);
  const listen = args.text("upstream-listen");
  if (listen === undefined) {
    throw new UsageError(
      "Cannot play the gateway: nobody says where its upstream is to listen",
      "Add --upstream-listen 127.0.0.1:PORT, the address that the gateway takes for its upstream.",
    );
  }
  listenAddress(listen, {
    flag: "--upstream-listen",
    hint: "Write --upstream-listen 127.0.0.1:9901, for instance; the gateway must know the port.",
  });
  const model = args.text("model");
  const upstreamModel = args.text("upstream-model");
  if (upstreamModel !== undefined && model === undefined) {
    throw new UsageError(
      "Cannot use --upstream-model: no --model is named that it stands for",
      "Add --model M.",
    );
  }
  const route = args.text("route");
  if (route !== undefined && !route.startsWith("/")) {
    throw new UsageError(
      `Cannot use --route ${route}: it must begin with /`,
      "Write /v1/messages.",
    );
  }
  const { headers, words } = headersOf(args);
  const ways = waysOf(args, route);
  const waiting = waitMs(args);
  const file: TargetFile = {
    name: gateway,
    gateway,
    upstream: { listen },
    headers,
    ...(model === undefined ? {} : { model }),
    ...(upstreamModel === undefined ? {} : { upstream_model: upstreamModel }),
    ...(waiting === undefined ? {} : { patience: { start_s: waiting / 1000 } }),
    paths: Object.fromEntries(
      ways.map((path) => [path, route === undefined ? {} : { route }]),
    ),
  };
  checkTarget(
    file,
    (reason, hint) => new UsageError(`Cannot play the gateway: ${byFlag(reason)}`, hint),
  );
  return { target: await live(file, "", io, say), words };
}

/** The ways through that are named. There is no telling which a gateway serves. */
function waysOf(args: Arguments, route: string | undefined): readonly GatewayPath[] {
  const named = [...new Set(args.list("path"))];
  if (named.length === 0) {
    throw new UsageError(
      "Cannot play the gateway: no way through it is named",
      "Add --path messages-to-chat, for instance: what its client speaks, and what its upstream.",
    );
  }
  for (const path of named) {
    if ((GATEWAY_PATHS as readonly string[]).includes(path)) continue;
    const near = nearest(path, GATEWAY_PATHS);
    throw new UsageError(
      `Cannot play ${path}: it is no way through a gateway`,
      near === undefined ? `There are: ${GATEWAY_PATHS.join(", ")}.` : `Did you mean ${near}?`,
    );
  }
  const ways = named as readonly GatewayPath[];
  const clients = new Set(ways.map((path) => endsOf(path)?.client));
  if (route !== undefined && clients.size > 1) {
    throw new UsageError(
      `Cannot use --route ${route} for clients of ${[...clients].join(" and ")} at once`,
      "Play one after the other, or write a target file: it has a route for each path.",
    );
  }
  return ways;
}

/** Headers, and the command line without their secrets. */
function headersOf(args: Arguments) {
  const headers: Record<string, string> = {};
  let words = args.words;
  for (const given of args.list("header")) {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([^\r\n]*)$/.exec(given) ?? [];
    if (name === undefined || value === undefined) {
      // What follows the name may be a credential.
      const shown = given.replace(/^([^=:\s]*[=:\s]).*$/s, "$1…");
      throw new UsageError(
        `Cannot use --header ${shown}: it isn't NAME=VALUE`,
        "Write --header 'x-portkey-provider=openai', for instance.",
      );
    }
    if (Object.keys(headers).some((one) => one.toLowerCase() === name.toLowerCase())) {
      throw new UsageError(`Cannot send the header ${name} twice`, "Leave one of them out.");
    }
    // Placeholders are a file's affair.
    headers[name] = value.replaceAll("${", "$${");
    if (!isSecret(name)) continue;
    const shown = `${name}=$${secretVariable(name)}`;
    words = words.map((word) =>
      word === given ? shown : word === `--header=${given}` ? `--header=${shown}` : word
    );
  }
  return { headers, words };
}

/** A reason that begins with a place in a target file, of which these flags are another spelling. */
function byFlag(reason: string): string {
  return reason
    .replace(/^\/gateway\b/, "--gateway")
    .replace(/^\/upstream\/listen\b/, "--upstream-listen")
    .replace(/^\/(?:paths\/[^/ ]+\/)?headers\/(\S+)/, "--header $1")
    .replace(/^\/(?:paths\/[^/ ]+\/)?auth\/\S+/, "--header")
    .replace(/^\/paths\/[^/ ]+\/route\b/, "--route");
}

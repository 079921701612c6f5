/**
 * A live gateway as a target of the corpus, from what its file says.
 *
 * @module
 */
import type { HeaderList } from "../../wire/exchange.ts";
import { type Ends, endsOf, GATEWAY_PATHS, type GatewayPath, ROUTES } from "../paths.ts";
import type { Capacity, CorpusTarget, OpenTarget } from "../target.ts";
import { TargetGone } from "../target.ts";
import { foundKeeper, type Keeper, processKeeper } from "./keeper.ts";
import { UsageError } from "../../contract/usage.ts";
import { filled, type Values } from "./placeholders.ts";
import type { Auth, CapacityOf, TargetFile, Way } from "./target_file.ts";
import { unsendable } from "./target_rules.ts";
import { readWhole, SETTINGS_BYTES } from "../../wire/read_file.ts";

/** A shorter credential stands in texts that have nothing of it: only its header is withheld. */
const GUESSABLE = 8;

/** What a file doesn't say. */
export interface LiveOptions {
  /** The folder of the file, absolute. */
  readonly here: string;
  /** An environment variable. @throws Deno.errors.NotCapable */
  readonly env: (name: string) => string | undefined;
  /** Told of what happens to the gateway, a line or more at a time. */
  readonly say: (line: string) => void;
}

/**
 * The target. Nothing is started before its `begin`.
 *
 * @throws {UsageError} where a credential is to come from a variable that isn't set
 */
export function liveTarget(file: TargetFile, options: LiveOptions): CorpusTarget {
  requireVariables(file, options);
  const { name, version, patience = {}, upstream, features = [] } = file;
  const paths = GATEWAY_PATHS.filter((path) => file.paths[path] !== undefined);
  let gateway = file.gateway;
  // Those of a file are known only when it is read.
  const secrets = [file, ...Object.values(file.paths)].flatMap(({ auth }) =>
    (auth?.value ?? (auth?.env === undefined ? undefined : options.env(auth.env))) || []
  );
  // The longest first: one may begin with another.
  const without = (text: string, least: number) =>
    secrets.filter(({ length }) => length >= least).toSorted((a, b) => b.length - a.length)
      .reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  const shown = (text: string) => without(text, 1);
  let keeper: Keeper | undefined;
  const { hostname, port } = addressOf(upstream.listen);
  const ms = (seconds: number | undefined) => seconds === undefined ? undefined : seconds * 1000;
  const anyMs = ms(patience.any_s);
  const errorMs = ms(patience.error_s);
  const disconnectMs = ms(patience.disconnect_s);

  return {
    label: version === undefined ? name : `${name} ${version}`,
    get url() {
      return gateway;
    },
    paths,
    parallel: 1,
    upstream: { hostname, port },
    models: modelsOf(file),
    secretHeaders: [file, ...Object.values(file.paths)].flatMap(({ auth }) => auth?.header ?? []),
    shown: (text) => without(text, GUESSABLE),
    ...(anyMs === undefined ? {} : { patienceMs: anyMs }),
    patience: {
      ...(errorMs === undefined ? {} : { errorMs }),
      ...(disconnectMs === undefined ? {} : { disconnectMs }),
    },
    ...(file.retries === true ? { retries: true } : {}),
    async begin(upstreamUrl, signal) {
      // Chosen now that the upstream has its own.
      gateway = withPort(file.gateway);
      const values = valuesOf(gateway, upstream.url ?? upstreamUrl, options.here);
      keeper = file.process === undefined
        ? foundKeeper(name, values, ms(patience.start_s) ?? 0)
        : processKeeper({
          target: { ...file, process: file.process },
          values,
          shown,
          say: options.say,
        });
      await keeper.ready(signal);
      // A credential that can't be had is found out before anything is played.
      for (const path of paths) await headersOf(file, path, keeper.values, options, secrets);
    },
    async open(path, _upstream, signal): Promise<OpenTarget> {
      if (keeper === undefined) throw new TargetGone(`${name} was never begun`);
      const kept = keeper;
      await kept.ready(signal);
      const way = { ...withoutPaths(file), ...file.paths[path] };
      const headers = await headersOf(file, path, kept.values, options, secrets);
      const capacity = capacityOf(way.capacity);
      return {
        url: routeOf(gateway, path, file.paths[path]?.route),
        headers,
        ...(way.model === undefined ? {} : { model: way.model }),
        ...(way.upstream_model === undefined ? {} : { upstreamModel: way.upstream_model }),
        ...(capacity === undefined ? {} : { capacity }),
        after: (play) => kept.after(play),
        close: () => Promise.resolve(),
      };
    },
    end: async () => await keeper?.end(),
    notes: () => [
      ...(features.length === 0
        ? []
        : [`It declares ${features.join(", ")}: for the reader, and no excuse.`]),
      ...keeper?.notes() ?? [],
    ],
  };
}

function requireVariables(file: TargetFile, { env }: LiveOptions): void {
  for (const { auth } of [file, ...Object.values(file.paths)]) {
    if (auth?.env === undefined) continue;
    const text = env(auth.env) ?? "";
    const wrong = text === "" ? "isn't set in the environment" : unsendable(text);
    if (wrong === undefined) continue;
    throw new UsageError(
      `Cannot send the client's credential: ${auth.env} ${wrong}`,
      `Set it, or name another one in the target file.`,
    );
  }
}

/** HOST:PORT. */
export function addressOf(text: string): { readonly hostname: string; readonly port: number } {
  const at = text.lastIndexOf(":");
  return { hostname: text.slice(0, at).replace(/^\[|\]$/g, ""), port: Number(text.slice(at + 1)) };
}

/** Port 0 is a free one. It may be taken before the gateway has it: then its start says so. */
function withPort(text: string): string {
  const url = new URL(text);
  if (url.port === "0") url.port = String(freePort(url.hostname.replace(/^\[|\]$/g, "")));
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/**
 * Ports that systems don't give out by themselves: on a busy machine one of those that they do would
 * be somebody else's again before the gateway has started.
 */
const LEAST_PORT = 20_000;
const PORTS = 12_000;
const TRIES = 50;

function freePort(hostname: string): number {
  for (let left = TRIES;; left--) {
    const port = left === 0 ? 0 : LEAST_PORT + Math.floor(Math.random() * PORTS);
    try {
      const listener = Deno.listen({ hostname, port });
      listener.close();
      return listener.addr.port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse) || left === 0) throw error;
    }
  }
}

function valuesOf(gateway: string, upstream: string, here: string): Omit<Values, "FOLDER"> {
  const [up, down] = [new URL(upstream), new URL(gateway)];
  const portOf = ({ port, protocol }: URL) =>
    port !== "" ? port : protocol === "https:" ? "443" : "80";
  return {
    UPSTREAM_URL: upstream.replace(/\/+$/, ""),
    UPSTREAM_HOST: up.hostname,
    UPSTREAM_PORT: portOf(up),
    GATEWAY_URL: gateway,
    GATEWAY_HOST: down.hostname,
    GATEWAY_PORT: portOf(down),
    HERE: here,
  };
}

function withoutPaths({ model, upstream_model, capacity }: TargetFile): Way {
  return {
    ...(model === undefined ? {} : { model }),
    ...(upstream_model === undefined ? {} : { upstream_model }),
    ...(capacity === undefined ? {} : { capacity }),
  };
}

function modelsOf(file: TargetFile): readonly string[] {
  const ways: readonly Way[] = [file, ...Object.values(file.paths)];
  const all = ways.flatMap(({ model, upstream_model, capacity }) => [
    upstream_model ?? model,
    typeof capacity === "object" ? capacity.model : undefined,
  ]);
  return [...new Set(all.filter((one) => one !== undefined))];
}

function capacityOf(capacity: CapacityOf | undefined): Capacity | undefined {
  if (capacity === undefined) return undefined;
  if (typeof capacity === "number") return { requests: capacity };
  const { requests, model } = capacity;
  return { requests, ...(model === undefined ? {} : { model }) };
}

function routeOf(gateway: string, path: GatewayPath, route: string | undefined): string {
  const { client } = endsOf(path) as Ends;
  if (route === undefined) return `${gateway}${ROUTES[client]}`;
  return route.startsWith("/") ? `${gateway}${route}` : route;
}

async function headersOf(
  file: TargetFile,
  path: GatewayPath,
  values: Values,
  options: LiveOptions,
  secrets: string[],
): Promise<HeaderList> {
  const own = file.paths[path];
  const auth = own?.auth === undefined ? file.auth : own.auth;
  // A path's own header takes the place of one for all, and a credential that of both.
  const named = new Map<string, readonly [string, string]>();
  for (
    const [name, text] of [file.headers, own?.headers].flatMap((all) => Object.entries(all ?? {}))
  ) {
    named.set(name.toLowerCase(), [name, filled(text, values)]);
  }
  if (auth === undefined || auth === null) return [...named.values()];
  const { header = "Authorization" } = auth;
  const { prefix = header.toLowerCase() === "authorization" ? "Bearer " : "" } = auth;
  const secret = await credential(auth, values, options);
  if (!secrets.includes(secret)) secrets.push(secret);
  named.delete(header.toLowerCase());
  return [...named.values(), [header, `${prefix}${secret}`]];
}

async function credential(auth: Auth, values: Values, options: LiveOptions): Promise<string> {
  if (auth.value !== undefined) return filled(auth.value, values);
  if (auth.env !== undefined) return options.env(auth.env) ?? "";
  const named = filled(auth.file ?? "", values);
  const path = /^(?:[/\\]|[A-Za-z]:)/.test(named) ? named : `${options.here}/${named}`;
  let text: string;
  try {
    text = new TextDecoder().decode(await readWhole(path, SETTINGS_BYTES)).trim();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    const reason = error instanceof Deno.errors.NotFound ? "there is no such file" : error.message;
    throw new TargetGone(`Cannot send the credential: ${named}: ${reason}`);
  }
  const wrong = text === "" ? "there is nothing in it" : unsendable(text);
  if (wrong === undefined) return text;
  throw new TargetGone(`Cannot send the credential: ${named}: ${wrong}`);
}

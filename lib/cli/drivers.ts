/**
 * Drivers as people name them on a command line.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { requireNet, requireRun } from "./permission.ts";

/** What `self` and `--self` are called in reports. */
export const SELF_LABEL = "wt-inject HttpInject";

/**
 * Makes sure that a driver's command may be run, and be given an environment: its own settings on top of
 * all the rest.
 *
 * @throws UsageError where Deno withholds either
 */
export async function requireDriver(command: readonly string[]): Promise<void> {
  const [program = ""] = command;
  await requireRun(program, "the driver");
  const { state } = await Deno.permissions.request({ name: "env" });
  if (state !== "granted") {
    throw new UsageError(
      "Cannot run the driver: Deno withholds the environment, which it is to have",
      `Run it again with --allow-env beside --allow-run=${program}.`,
    );
  }
  const loads = Object.keys(Deno.env.toObject()).find((name) => /^(?:LD|DYLD)_/.test(name));
  if (loads === undefined) return;
  // Deno hands such a variable on only to one who may run everything: it chooses code to load.
  const all = await Deno.permissions.request({ name: "run" });
  if (all.state === "granted") return;
  throw new UsageError(
    `Cannot run the driver: the environment has ${loads}, which Deno hands on to a program only ` +
      "where any program may be run",
    `Unset ${loads}, or run it again with --allow-run.`,
  );
}

/** Where a driver that starts itself is served. */
export interface ListenAddress {
  readonly hostname: string;
  readonly port: number;
}

const FIXED_PORT = "Write --listen 127.0.0.1:8647, for instance. The port has to be a fixed one: " +
  "the driver is told of it once.";

/**
 * Reads HOST:PORT.
 *
 * @param options the least port there is, and what to do about what is none
 * @throws UsageError on what is none
 */
export function listenAddress(
  text: string,
  { least = 1, hint = FIXED_PORT, flag = "--listen" }: {
    readonly least?: 0 | 1;
    readonly hint?: string;
    /** The flag that has it, for messages. */
    readonly flag?: string;
  } = {},
): ListenAddress {
  const match = /^(\[[0-9a-f:.]+\]|[^:\s[\]/]+):(\d{1,5})$/i.exec(text);
  const port = Number(match?.[2]);
  if (match === null || port < least || port > 65535) {
    throw new UsageError(`Cannot use ${flag} ${text}: it isn't HOST:PORT`, hint);
  }
  return { hostname: match[1]!.replace(/^\[|\]$/g, ""), port };
}

/** The URL of an address. @throws UsageError where Deno withholds the network for it */
export async function requireListen({ hostname, port }: ListenAddress): Promise<string> {
  const url = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  await requireNet(url);
  return url;
}

/**
 * Words of a command as a shell would read them, without all that a shell would do beside: blanks part
 * words; single quotes keep everything, double quotes everything but `\"` and `\\`; a backslash keeps
 * the next character.
 *
 * @throws UsageError on a quote that doesn't end
 */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    const next = text[at + 1];
    if (quote === "'" ? char === "'" : quote === '"' && char === '"') quote = "";
    else if (char === "\\" && quote !== "'" && next !== undefined) {
      const kept = quote === "" || next === '"' || next === "\\";
      word = (word ?? "") + (kept ? next : char + next);
      at++;
    } else if (quote === "" && (char === "'" || char === '"')) {
      quote = char;
      word ??= "";
    } else if (quote === "" && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + char;
  }
  if (quote !== "") {
    throw new UsageError(
      `Cannot read the command ${text}: a ${quote} is never closed`,
      "Quote a word as in a shell, and the whole command once more for your own.",
    );
  }
  return word === undefined ? words : [...words, word];
}

/**
 * What a target file may not say although each of its parts is well formed.
 *
 * @module
 */
import { pointerOf } from "../../contract/json.ts";
import type { TargetFile } from "./target_file.ts";

/** A broken rule: where, and what to do. */
export interface BrokenRule {
  readonly reason: string;
  readonly hint?: string;
}

/** Headers that say how a message is framed and where it goes: the client writes its own. */
const FRAMING = ["connection", "content-length", "host", "transfer-encoding"];

/** Why a text can't be the value of a header, for the end of a sentence that names it; undefined: it can. */
export function unsendable(text: string): string | undefined {
  // deno-lint-ignore no-control-regex
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(text)) return "has a line break or a control character";
  if (/[\u0100-\uffff]/.test(text)) return "has a character that no header can carry";
  return undefined;
}

/** The first rule that it breaks. */
export function brokenRule(target: TargetFile): BrokenRule | undefined {
  return apart(target) ?? sendable(target) ?? writable(target);
}

const HERE = ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::]"];

/** True where one socket may be both: two loopback addresses of different families can't. */
export function sameHost(one: string, other: string): boolean {
  if (one === other) return true;
  const both = [one, other];
  return both.every((host) => HERE.includes(host)) &&
    !(both.includes("127.0.0.1") && both.includes("[::1]"));
}

/** A client that posts to the scripted upstream would be answered as by a gateway that is perfect. */
function apart({ gateway, upstream, paths }: TargetFile): BrokenRule | undefined {
  const taken = URL.parse(`http://${upstream.listen}`);
  const ways = Object.entries(paths).flatMap(([path, { route }]) =>
    route === undefined || route.startsWith("/")
      ? []
      : [[pointerOf(["paths", path, "route"]), route] as const]
  );
  for (const [at, text] of [["/gateway", gateway] as const, ...ways]) {
    const url = URL.parse(text);
    if (url === null) return { reason: `${at} isn't a URL` };
    if (taken === null || portOf(url) === "0" || portOf(url) !== portOf(taken)) continue;
    if (!sameHost(url.hostname, taken.hostname)) continue;
    return {
      reason: `${at} is where the scripted upstream listens, and no gateway stands between`,
      hint: "Give the two different ports.",
    };
  }
  return undefined;
}

function portOf({ port, protocol }: URL): string {
  return port !== "" ? port : protocol === "https:" ? "443" : "80";
}

function sendable(target: TargetFile): BrokenRule | undefined {
  const ways = Object.entries(target.paths).map(([path, way]) => [["paths", path], way] as const);
  for (const [at, { headers, auth }] of [[[], target] as const, ...ways]) {
    for (const [name, value] of Object.entries(headers ?? {})) {
      const wrong = FRAMING.includes(name.toLowerCase())
        ? "is for the client to write: it says how a message is framed, or where it goes"
        : unsendable(value);
      if (wrong !== undefined) return { reason: `${pointerOf([...at, "headers", name])} ${wrong}` };
    }
    for (const key of ["header", "prefix", "value"] as const) {
      const text = auth?.[key] ?? "";
      const wrong = key === "header" && FRAMING.includes(text.toLowerCase())
        ? "is for the client to write"
        : unsendable(text);
      if (wrong !== undefined) return { reason: `${pointerOf([...at, "auth", key])} ${wrong}` };
    }
  }
  return undefined;
}

/** A name can't be a file's and a folder's. `home` is HOME. */
function writable({ files = {} }: TargetFile): BrokenRule | undefined {
  const names = Object.keys(files);
  for (const name of names) {
    const at = pointerOf(["files", name]);
    if (/\/(?:\/|$)/.test(name)) return { reason: `${at} isn't a file's name` };
    const inside = names.find((other) => other.startsWith(`${name}/`));
    if (inside === undefined && name !== "home") continue;
    const why = inside === undefined ? "HOME, a folder" : `a folder too: ${inside} is in it`;
    return { reason: `${at} is ${why}`, hint: "Give it another name." };
  }
  return undefined;
}

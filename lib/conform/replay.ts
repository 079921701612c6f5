/**
 * Reads a recording: what a run saw, to be judged again. Nothing in it is trusted: a file that was edited
 * or cut inside a line is a mistake of the caller's, never a verdict.
 *
 * @module
 */
import { DECLARATIONS, type Profile } from "../contract/profile.ts";
import type { Level } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import { exchangeFromJson } from "../wire/recording.ts";
import { Reader } from "../wire/recording_read.ts";
import { type Entry, Evidence, type Settings, type StateLook, type Withheld } from "./evidence.ts";
import type { Selection } from "./plan.ts";

/** What the first line and the last tell. */
export interface RecordingHeader {
  readonly url: string;
  readonly startedAt: string;
  readonly settings: Settings;
  /** What was selected. */
  readonly selection: Selection;
  readonly unreachable: string | undefined;
  readonly interrupted: boolean;
}

type Line = Readonly<Record<string, unknown>>;

/**
 * Reads a recording.
 *
 * @throws {UsageError} that names the line where it isn't one.
 */
export function replay(
  text: string,
): { readonly evidence: Evidence; readonly header: RecordingHeader } {
  const lines = text.split("\n")
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== "");
  const [first, ...rest] = lines;
  if (first === undefined) throw noRecording();
  const head = parseLine(first.line, first.number);
  if (head["wt_inject_recording"] !== 1) throw noRecording();
  const about = naming(first.number, () => headerFrom(head));
  const evidence = new Evidence(about.settings);
  let unreachable: string | undefined;
  // A recording without its last line is one of a run that was cut short.
  let interrupted = true;
  const ids = new Set<string>();
  for (const { line, number } of rest) {
    const value = parseLine(line, number);
    naming(number, () => {
      const reader = new Reader(value, "");
      if (value["unreachable"] !== undefined) unreachable = reader.get("unreachable").string();
      else if (value["stopped"] !== undefined) {
        evidence.stop(reader.get("probe").string(), reader.get("stopped").string());
      } else if (value["broken"] !== undefined) {
        evidence.break(reader.get("probe").string(), reader.get("broken").string());
      } else if (value["look"] !== undefined) evidence.addLook(lookFrom(reader.get("look")));
      else if (value["end"] === true) interrupted = value["interrupted"] === true;
      else {
        const entry = entryFrom(reader, value["exchange"]);
        if (ids.has(entry.id)) reader.get("id").fail("an id of its own");
        ids.add(entry.id);
        evidence.add(entry);
      }
    });
  }
  return { evidence, header: { ...about, unreachable, interrupted } };
}

function noRecording(): UsageError {
  return new UsageError(
    "Cannot read the recording: its first line has no wt_inject_recording: 1",
    "Make one with: wt-inject conform --record FILE",
  );
}

function parseLine(line: string, number: number): Line {
  try {
    const value: unknown = JSON.parse(line);
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return value as Line;
  } catch { /* said below */ }
  throw new UsageError(`Cannot read the recording: line ${number} is no JSON object`);
}

/** Does it, and names the line in what goes wrong. */
function naming<T>(line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const what = reason.replace(/^Cannot read the recording: /, "");
    throw new UsageError(`Cannot read the recording: line ${line}: ${what}`);
  }
}

function headerFrom(line: Line): Omit<RecordingHeader, "unreachable" | "interrupted"> {
  const head = new Reader(line, "");
  const thorough = (line["settings"] as { thorough?: unknown } | null)?.thorough === true;
  const selection = head.optional("selection");
  const level = selection?.optional("level")?.oneOf<Level>(["MUST", "SHOULD", "MAY"]);
  return {
    url: head.get("url").string(),
    startedAt: head.get("started_at").string(),
    settings: { ...settingsFrom(head.get("settings")), thorough },
    selection: {
      patterns: selection?.get("patterns").list((pattern) => pattern.string()) ?? [],
      ...(level === undefined ? {} : { level }),
    },
  };
}

function settingsFrom(reader: Reader): Omit<Settings, "thorough"> {
  if (reader.optional("canary") !== undefined) {
    reader.get("canary").fail("absent: conform doesn't judge what a canary recorded");
  }
  return {
    profile: profileFrom(reader.get("profile")),
    declarations: reader.get("declarations").list((word) => word.oneOf(DECLARATIONS)),
    timeoutS: positive(reader.get("timeoutS")),
    graceS: positive(reader.get("graceS")),
  };
}

const WORDS = [
  "prompt",
  "tool_prompt",
  "error_prompt",
  "slow_prompt",
  "seed_prompt",
  "recall_prompt",
  "echo_prompt",
] as const;

function profileFrom(reader: Reader): Profile {
  const profile: Record<string, unknown> = {};
  for (const key of WORDS) profile[key] = reader.optional(key)?.string();
  for (const key of ["expect_tools", "error_tools"]) {
    profile[key] = reader.optional(key)?.list((name) => name.string());
  }
  for (const key of ["timeout_s", "slow_timeout_s"]) {
    const number = reader.optional(key);
    profile[key] = number && positive(number);
  }
  profile["declare"] = reader.optional("declare")?.list((word) => word.oneOf(DECLARATIONS));
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
}

function positive(reader: Reader): number {
  const value = reader.number();
  return value > 0 ? value : reader.fail("a number over 0");
}

function lookFrom(reader: Reader): StateLook {
  const error = reader.optional("error")?.string();
  return {
    probe: reader.get("probe").string(),
    at: reader.get("at").count(),
    when: reader.get("when").oneOf(["before", "after"]),
    nonce: nonceFrom(reader.get("nonce")),
    digits: reader.get("digits").count(),
    size: reader.get("size").count(),
    ...(error === undefined ? {} : { error }),
  };
}

/** Anything shorter would turn up everywhere. */
function nonceFrom(reader: Reader): string {
  const nonce = reader.string();
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(nonce)
    ? nonce
    : reader.fail("a UUID");
}

function entryFrom(reader: Reader, exchange: unknown): Entry {
  const session = reader.optional("session")?.string();
  const text = reader.optional("text")?.string();
  const payload = reader.optional("payload")?.string();
  const nonce = reader.optional("nonce");
  const timeoutS = reader.optional("timeoutS")?.number();
  const withheld = reader.optional("withheld");
  return {
    id: reader.get("id").string(),
    probe: reader.get("probe").string(),
    purpose: reader.get("purpose").string(),
    role: reader.get("role").string(),
    route: reader.get("route").oneOf(["inject", "reset", "surface"]),
    sent: reader.get("sent").oneOf(["plain", "extra", "deadline", "unspoken", "invalid"]),
    ...(session === undefined ? {} : { session }),
    ...(text === undefined ? {} : { text }),
    ...(payload === undefined ? {} : { payload }),
    ...(nonce === undefined ? {} : { nonce: nonceFrom(nonce) }),
    ...(timeoutS === undefined ? {} : { timeoutS }),
    ...(withheld === undefined ? {} : { withheld: withheldFrom(withheld) }),
    exchange: exchangeFromJson(exchange),
  };
}

function withheldFrom(reader: Reader): Withheld {
  return {
    size: reader.get("size").count(),
    holds: reader.get("holds").list((one) => ({
      nonce: nonceFrom(one.get("nonce")),
      digits: one.get("digits").count(),
    })),
  };
}

/**
 * Flags that several commands have, word for word the same.
 *
 * @module
 */
import { formatNames } from "../report/formats.ts";
import type { Flag } from "./command.ts";

/** `text, json, … or html`. */
const FORMAT_LIST = `${formatNames.slice(0, -1).join(", ")} or ${formatNames.at(-1)}`;

/** Where the endpoint listens, as a positional. */
export const urlPositional = {
  name: "URL",
  required: false,
  help: "where the endpoint listens (WT_INJECT_URL, or http://127.0.0.1:8647, if not given)",
} as const;

/** How long to wait for it. */
export const waitFlag: Flag = {
  name: "wait",
  type: "string",
  value: "DURATION",
  help: "How long to wait for the endpoint to come up: 500ms, 30s, 2m",
  default: "no wait",
};

/** `timeout_s`, for commands that read a profile. */
export const timeoutFlag: Flag = {
  name: "timeout",
  type: "number",
  value: "S",
  range: { above: 0 },
  help: "Seconds that the agent has for a turn (timeout_s on the wire)",
  default: "WT_INJECT_TIMEOUT_S, the profile, 120",
};

/** Consent. */
export const destroyStateFlag: Flag = {
  name: "destroy-state",
  type: "boolean",
  help: "Agree that the endpoint loses all its state, every session and whatever it remembers " +
    "of them. Needed where the host isn't loopback",
};

/** The look into the stores. */
export const stateProbeFlag: Flag = {
  name: "state-probe",
  type: "string",
  value: "CMD|URL",
  help: "Look for the nonce in the endpoint's own stores too, before and after the reset: in all " +
    "that a shell command prints (it has 30 s, and must exit with 0), or in what an http or " +
    "https URL answers to a GET (10 s, 16 MiB, no redirects). A command needs Deno's " +
    "permission to run the shell: --allow-run=sh (cmd on Windows)",
};

/** Words that make an agent remember, and tell. */
export const memoryFlags: readonly Flag[] = [
  {
    name: "seed-prompt",
    type: "string",
    value: "TEXT",
    help: "A turn that tells the agent something to remember; {nonce} stands for it",
  },
  {
    name: "recall-prompt",
    type: "string",
    value: "TEXT",
    help: "A turn that asks for what --seed-prompt told it",
  },
];

/** What standard output carries. */
export const formatFlag: Flag = {
  name: "format",
  type: "string",
  value: "FORMAT",
  values: formatNames,
  help: `What standard output carries: ${FORMAT_LIST}`,
  default: "text",
};

/** Reports in files. */
export const reportFlag: Flag = {
  name: "report",
  type: "list",
  value: "FORMAT=PATH",
  help: "Write a report to a file as well, in any of these formats. May be repeated",
};

/** A name for the target. */
export const labelFlag: Flag = {
  name: "label",
  type: "string",
  value: "TEXT",
  help: "A name for the target in the report",
};

/** The system prompt in evidence. */
export const showSurfaceFlag: Flag = {
  name: "show-surface",
  type: "boolean",
  help: "Show the reported prompt surface in evidence and recordings. Without it they carry " +
    "lengths and hashes",
};

/** Less on standard error. */
export const quietFlag: Flag = {
  name: "quiet",
  short: "q",
  type: "boolean",
  help: "Nothing on standard error but mistakes",
};

/** No colors. */
export const noColorFlag: Flag = {
  name: "no-color",
  type: "boolean",
  help: "No colors, as with NO_COLOR set",
};

/** More on standard error. */
export const verboseFlag: Flag = {
  name: "verbose",
  short: "v",
  type: "boolean",
  help: "A line on standard error for every probe and check; in text, evidence for all of them",
};

/** The same flags under a heading of help. */
export function grouped(group: string, flags: readonly Flag[]): readonly Flag[] {
  return flags.map((flag) => ({ ...flag, group }));
}

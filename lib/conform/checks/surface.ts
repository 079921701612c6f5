/**
 * The surface, where one is served: its shape, its stability, and that it holds no session's words.
 *
 * @module
 */
import type { Finding, Judgement } from "../../contract/result.ts";
import { type Check, couldNotRun, defineCheck, finding, fromFindings, passed } from "../check.ts";
import {
  answered200,
  bodyOf,
  type Entry,
  type Evidence,
  member,
  wholeResponse,
} from "../evidence.ts";
import { sightIn } from "../nonce.ts";
import { ifServed, judgeable, judgeEnvelope, outcomeWords } from "./shared.ts";

function judgeShape(evidence: Evidence): Judgement {
  return ifServed(evidence, (entries) => {
    const broken = entries.find((e) => wholeResponse(e) !== undefined && !answered200(e));
    const first = entries[0]!;
    if (broken !== undefined && !entries.some(answered200)) {
      return fromFindings([finding({
        clause: "surface.shape",
        code: "surface-status",
        severity: "failed",
        where: "status",
        pointer: "",
        expected: "HTTP 200 with a surface, or 404 or 501 where none is served",
        received: outcomeWords(broken),
        hint:
          "Answer 404 where there is no surface; where there is one, answer 200 with its three lists.",
      }, broken)], "");
    }
    if (!entries.some(answered200)) return couldNotRun(outcomeWords(first), [first]);
    return judgeEnvelope(
      evidence,
      "surface.shape",
      ["surface"],
      (n) => `${n} surfaces have all three lists`,
    );
  });
}

/** A member of the served surface: a list, or nothing where the shape is broken. */
function list(entry: Entry, key: string): readonly unknown[] | undefined {
  const surface = member(entry, "surface");
  if (surface === null || typeof surface !== "object" || Array.isArray(surface)) return undefined;
  const value = (surface as Record<string, unknown>)[key];
  return Array.isArray(value) ? value : undefined;
}

function names(entry: Entry, key: string): readonly string[] | undefined {
  return list(entry, key)?.map((item) => {
    const name = (item as { name?: unknown } | null)?.name;
    return typeof name === "string" ? name : "";
  });
}

function judgeStable(evidence: Evidence): Judgement {
  return ifServed(evidence, () => {
    const seen = judgeable(evidence, "surface").filter((e) =>
      names(e, "tool_definitions") !== undefined && names(e, "extra_segments") !== undefined
    );
    const first = seen[0];
    const last = seen.find((e) => e !== first && differs(first!, e)) ?? seen.at(-1);
    if (first === undefined || last === undefined || first === last) {
      return couldNotRun("Two readable surfaces are needed to compare them");
    }
    const findings: Finding[] = [];
    for (const key of ["tool_definitions", "extra_segments"] as const) {
      const before = [...names(first, key)!].sort().join("\n");
      const after = [...names(last, key)!].sort().join("\n");
      if (before === after) continue;
      findings.push(finding(
        {
          clause: "surface.stable",
          code: "names-changed",
          severity: "warned",
          where: "body",
          pointer: `/surface/${key}`,
          expected: "the same names in two probes of one endpoint",
          received: `${names(first, key)!.length} names first, ${
            names(last, key)!.length
          } later, and not the same`,
          hint:
            "Name segments and tools by what they are, never by a count, a date or a random id.",
        },
        first,
        last,
      ));
    }
    if (findings.length === 0 && textOf(first) !== textOf(last)) {
      findings.push(finding(
        {
          clause: "surface.stable",
          code: "content-changed",
          severity: "warned",
          where: "body",
          pointer: "/surface",
          expected: "the same surface in two probes of one endpoint",
          received:
            "the same names with other content (a date in a prompt is legal; goldens will differ)",
          hint: "Keep what changes from run to run out of the reported surface, if you can.",
        },
        first,
        last,
      ));
    }
    return fromFindings(findings, "Two probes gave the same surface");
  });
}

function differs(first: Entry, other: Entry): boolean {
  return textOf(first) !== textOf(other);
}

function textOf(entry: Entry): string {
  return new TextDecoder().decode(wholeResponse(entry)?.body ?? new Uint8Array());
}

/** What surfaces show of sessions: those that hold a nonce told before, and those that were put to the test. */
function sessionsShown(evidence: Evidence): {
  readonly leak: readonly [Entry, Entry] | undefined;
  readonly tested: readonly Entry[];
} {
  const told: Entry[] = [];
  let open = false;
  const tested: Entry[] = [];
  for (const entry of evidence.entries) {
    if (entry.nonce !== undefined) {
      told.push(entry);
      open ||= answered200(entry);
    }
    if (entry.route === "reset" && answered200(entry)) open = false;
    if (entry.route !== "surface" || !answered200(entry) || bodyOf(entry)?.ok !== true) continue;
    const seed = told.find(({ nonce }) => sightIn(nonce!, entry) !== undefined);
    if (seed !== undefined) return { leak: [seed, entry], tested };
    if (open) tested.push(entry);
  }
  return { leak: undefined, tested };
}

function judgeFreshSession(evidence: Evidence): Judgement {
  return ifServed(evidence, () => {
    const { leak, tested } = sessionsShown(evidence);
    if (leak !== undefined) {
      return fromFindings([finding(
        {
          clause: "surface.fresh-session",
          code: "session-in-surface",
          severity: "failed",
          where: "body",
          pointer: "/surface",
          expected: "what a fresh session's next turn would be composed from",
          received: "a surface that holds words of a session",
          hint:
            "Report the configured steering text; leave every conversation's content out of it.",
        },
        ...leak,
      )], "");
    }
    if (tested.length === 0) {
      return couldNotRun(
        evidence.stopped("surface") ?? evidence.stopped("memory") ??
          "No surface could be read while a session was open",
      );
    }
    return passed("The surface holds no word of an open session", tested.slice(0, 1));
  });
}

const PARTS: readonly (readonly [clause: string, key: string, title: string, clean: string])[] = [
  [
    "surface.system-instructions",
    "system_instructions",
    "system instructions are {type, content} text parts",
    "list system instructions as text parts",
  ],
  [
    "surface.tool-definitions",
    "tool_definitions",
    "tool definitions have names, and schemas that are objects",
    "define tools with names",
  ],
  [
    "surface.extra-segments",
    "extra_segments",
    "extra segments are {name, content} pairs",
    "list extra segments as pairs",
  ],
];

/** The section's checks. */
export const surfaceChecks: readonly Check[] = [
  defineCheck({
    clause: "surface.shape",
    title: "a served surface has its three lists, even when empty",
    probes: ["surface"],
    judge: judgeShape,
  }),
  ...PARTS.map(([clause, key, title, clean]) =>
    defineCheck({
      clause,
      title,
      probes: ["surface"],
      judge: (evidence) =>
        ifServed(evidence, () =>
          judgeable(evidence, "surface").some((e) =>
              list(e, key) !== undefined
            )
            ? judgeEnvelope(evidence, clause, ["surface"], (n) => `${n} surfaces ${clean}`)
            : couldNotRun(`No readable surface has a list ${key}: see surface.shape`)),
    })
  ),
  defineCheck({
    clause: "surface.stable",
    title: "names are the same in two probes",
    probes: ["surface"],
    judge: judgeStable,
  }),
  defineCheck({
    clause: "surface.fresh-session",
    title: "a surface describes a fresh session, not one that is open",
    probes: ["surface"],
    judge: judgeFreshSession,
  }),
];

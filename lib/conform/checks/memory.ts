/**
 * Memory and isolation, before any reset: a session knows what it was told, and no other session does.
 *
 * @module
 */
import type { Judgement } from "../../contract/result.ts";
import { type Check, couldNotRun, defineCheck, finding, fromFindings, passed } from "../check.ts";
import { answered200, type Entry, errorOf, type Evidence, replyOf } from "../evidence.ts";
import { sightIn } from "../nonce.ts";
import {
  type Flow,
  flowOf,
  type Leak,
  leaksIn,
  leakWords,
  mutedWords,
  playing,
  powerless,
  recalls,
  said,
} from "./flow.ts";

/** Asked, answered with a reply, no error, and the nonce isn't there. */
function forgot(flow: Flow, entry: Entry | undefined, seedRole: string): boolean {
  return entry !== undefined && answered200(entry) && errorOf(entry) === undefined &&
    (replyOf(entry) ?? "") !== "" && !hints(flow, entry, seedRole);
}

/** True where a piece of the nonce is in the answer, or the nonce from behind: then it isn't lost. */
function hints(flow: Flow, entry: Entry, seedRole: string): boolean {
  const nonce = playing(flow, seedRole)?.nonce;
  if (nonce === undefined) return false;
  const reversed = nonce.split("").reverse().join("");
  return [nonce, reversed].some((spelling) => sightIn(spelling, entry) !== undefined);
}

/** The turn that tells was answered without an error: only then is there something to lose. */
function wasTold(flow: Flow, seedRole: string): boolean {
  const seed = playing(flow, seedRole);
  return seed !== undefined && answered200(seed) && errorOf(seed) === undefined;
}

function lost(message: string, ...entries: readonly (Entry | undefined)[]): Judgement {
  return fromFindings([finding({
    clause: "session.memory",
    code: "history-lost",
    severity: "failed",
    where: "body",
    pointer: "/reply",
    expected: "a known session_id to continue its conversation",
    received: message,
    hint:
      "Keep each session's turns under its session_id until a reset, also after a failed turn, and give them to the agent with the next one.",
  }, ...entries.filter((e) => e !== undefined))], "");
}

function judgeMemory(evidence: Evidence): Judgement {
  const flow = flowOf(evidence);
  const stated = evidence.settings.profile.recall_prompt !== undefined;
  if (evidence.settings.declarations.includes("no-recall") && flow.control !== undefined) {
    return fromFindings([finding(
      {
        clause: "session.memory",
        code: "declaration-false",
        severity: "failed",
        where: "body",
        pointer: "/reply",
        expected: "no recall, as no-recall declares",
        received: "an answer with the nonce that the session was told",
        hint: "Take the declaration no-recall back: this agent recalls.",
      },
      playing(flow, "seed-a")!,
      flow.control,
    )], "");
  }
  const first = playing(flow, "recall-a");
  const later = playing(flow, "recall-a-later");
  const again = playing(flow, "recall-a-again");
  if (flow.control === undefined) {
    // Three asks in two sessions, and the user says that this prompt makes this agent recall.
    const b = playing(flow, "recall-b");
    const never = wasTold(flow, "seed-a") && wasTold(flow, "seed-b") &&
      forgot(flow, first, "seed-a") && forgot(flow, later, "seed-a") &&
      forgot(flow, b, "seed-b");
    if (stated && never && !evidence.settings.declarations.includes("no-recall")) {
      return lost(
        "no nonce in three answers to the profile's recall_prompt, in two sessions that were told one",
        playing(flow, "seed-a"),
        first,
        later,
        playing(flow, "seed-b"),
        b,
      );
    }
    if (recalls(flow, b, "seed-b")) {
      return passed("A session was asked for what it was told, and knew it", [b!]);
    }
    return powerless(evidence, flow) ?? couldNotRun("The agent was not asked to recall");
  }
  if (later === undefined) {
    return evidence.stopped("memory") === undefined
      ? passed("A session knew what it was told", [flow.control])
      : couldNotRun(evidence.stopped("memory")!);
  }
  if (recalls(flow, later, "seed-a") || recalls(flow, again, "seed-a")) {
    return passed("A session knew what it was told, at once and some turns later", [flow.control]);
  }
  if (
    !recalls(flow, first, "seed-a") || !forgot(flow, later, "seed-a") ||
    !forgot(flow, again, "seed-a")
  ) {
    return couldNotRun(
      "A session knew what it was told at first; whether it did some turns later could not be asked twice without an error",
      [later],
    );
  }
  if (!stated) {
    return couldNotRun(
      "A session knew what it was told at first, and didn't say it in two later answers: lost, or not repeated? With --recall-prompt you state that this agent recalls on it, and this becomes a verdict",
      [first!, later, again!],
    );
  }
  return lost(
    "the nonce in the first answer, and in neither of two later ones to the same prompt in the same session",
    playing(flow, "seed-a"),
    first,
    later,
    again,
  );
}

/** Awkward ids, thorough runs alone: each session may know its own nonce, and no other. */
function oddLeaks(evidence: Evidence): readonly Leak[] {
  const entries = evidence.of("odd-sessions");
  return leaksIn(
    entries,
    entries.filter((e) => e.nonce !== undefined),
    (entry, seed) => entry.session === seed.session,
  );
}

function judgeIsolated(evidence: Evidence): Judgement {
  const flow = flowOf(evidence);
  const leaks = leaksIn(
    flow.before,
    flow.seeds,
    (entry, seed) => entry.session !== undefined && entry.session === seed.session,
  ).concat(oddLeaks(evidence)).filter(({ entry }) => entry.route === "inject");
  const first = leaks[0];
  if (first !== undefined) {
    const twin = first.entry.role === "ask-long-twin"
      ? " The two ids agree in their first 64 characters: are ids cut?"
      : first.entry.role === "ask-case-twin"
      ? " The two ids differ in letter case alone: are ids folded?"
      : "";
    return fromFindings([finding(
      {
        clause: "session.isolated",
        code: "session-leak",
        severity: "failed",
        where: "body",
        pointer: "",
        expected: "a session to see its own turns alone",
        received: leakWords(first),
        hint: `Key all state by the whole session_id, byte for byte.${twin}`,
      },
      first.seed,
      first.entry,
    )], "");
  }
  const none = powerless(evidence, flow);
  if (none !== undefined) return none;
  const twins = flow.entries.filter(({ role }) =>
    role === "ask-long-twin" || role === "ask-case-twin"
  );
  if (!twins.some(said)) {
    return couldNotRun(
      `No session that wasn't told the nonce answered the question for it (${
        twins[0] === undefined ? "none was asked" : mutedWords(twins[0])
      }), so silence proves nothing`,
      twins,
    );
  }
  return passed("Sessions that were never told a nonce didn't know it (no leak observed)", [
    flow.control!,
  ]);
}

/** Two clauses of the session model that need the agent to play along. */
export const memoryChecks: readonly Check[] = [
  defineCheck({
    clause: "session.memory",
    title: "a known session_id continues its conversation",
    probes: ["memory"],
    judge: judgeMemory,
  }),
  defineCheck({
    clause: "session.isolated",
    title: "two sessions don't see each other's turns",
    probes: ["memory", "odd-sessions"],
    judge: judgeIsolated,
  }),
];

/**
 * Reads a streamed answer of Chat Completions: unnamed events with one chunk each (spec/dialects.md
 * 4.1, CC).
 *
 * @module
 */
import type { StopReason, Usage, WireError } from "../transcript.ts";
import type { Said } from "./answer.ts";
import { chatStop } from "./chat_answer.ts";
import { ChatParts } from "./chat_deltas.ts";
import { endingOf, openAiError, readError } from "./errors.ts";
import { given } from "./given.ts";
import { isThere, items, member, moved, type Place, stringOf, textOf } from "./place.ts";
import { holdsObject } from "./reading.ts";
import type { SseEvent } from "./sse.ts";
import type { Grammar, Machine, StreamReading } from "./stream.ts";
import { chatUsage } from "./usage.ts";

/**
 * - `open`: no finish yet · `finished`: a finish_reason came · `accounted`: the usage after it too
 * - `done`: [DONE] after a finish · `cut`: [DONE] without one · `failed`: an error
 */
type State = "open" | "finished" | "accounted" | "done" | "cut" | "failed";
/**
 * What a chunk does; one chunk may do several, in this order. `idle`: it has a choice that adds
 * nothing.
 */
type Move = "idle" | "delta" | "finish" | "usage" | "done" | "error";

const TABLE: Machine<State, Move> = {
  open: {
    idle: ["open"],
    delta: ["open"],
    finish: ["finished"],
    usage: ["open", "usage-before-finish"],
    done: ["cut", "done-without-finish"],
    error: ["failed"],
  },
  finished: {
    idle: ["finished"],
    delta: ["finished", "delta-after-finish"],
    finish: ["finished", "second-finish"],
    usage: ["accounted"],
    done: ["done"],
    error: ["failed"],
  },
  accounted: {
    idle: ["accounted"],
    delta: ["accounted", "delta-after-finish"],
    finish: ["accounted", "second-finish"],
    usage: ["accounted", "second-usage"],
    done: ["done"],
    error: ["failed"],
  },
  done: {
    idle: ["done", "after-terminal"],
    delta: ["done", "after-terminal"],
    finish: ["done", "after-terminal"],
    usage: ["done", "after-terminal"],
    done: ["done", "second-terminal"],
    error: ["done", "after-terminal"],
  },
  cut: {
    idle: ["cut", "after-terminal"],
    delta: ["cut", "after-terminal"],
    finish: ["cut", "after-terminal"],
    usage: ["cut", "after-terminal"],
    done: ["cut", "second-terminal"],
    error: ["cut", "after-terminal"],
  },
  failed: {
    idle: ["failed", "after-terminal"],
    delta: ["failed", "after-terminal"],
    finish: ["failed", "success-after-error"],
    usage: ["failed", "after-terminal"],
    done: ["failed", "done-after-error"],
    error: ["failed", "second-terminal"],
  },
};

const KNOWN: readonly string[] = ["id", "object", "created", "model", "choices", "usage"];
/** "same `id`, `created`, `model` … in every chunk". */
const SAME: readonly string[] = ["id", "created", "model"];

/** The grammar of a streamed Chat answer. */
export function chatGrammar(reading: StreamReading): Grammar {
  const parts = new ChatParts(reading);
  const head = new Map<string, string>();
  let state: State = "open";
  let isFirst = true;
  let stop: StopReason | undefined;
  let usage: Usage | undefined;
  let error: WireError | undefined;

  /** Makes a move; true where the stream was still running. */
  function move(name: Move): boolean {
    const wasRunning = isRunning();
    const [next, code] = TABLE[state][name];
    if (code !== undefined) reading.fault(code, `${name} came when the stream was ${state}`);
    state = next;
    return wasRunning;
  }

  const isRunning = () => state === "open" || state === "finished" || state === "accounted";

  function chunk(root: Place): void {
    if (!isRunning()) return afterwards(root);
    checkHead(root);
    reading.others.rest(root, KNOWN);
    const choices = items(member(root, "choices"));
    const counts = member(root, "usage");
    if (choices === undefined) reading.fault("choices-missing", "the chunk has no list of choices");
    else if (choices.length === 0 && !isThere(counts)) {
      reading.fault("choices-empty", "only the usage chunk has no choice, and this has no usage");
    }
    for (const [position, one] of (choices ?? []).entries()) choice(one, position);
    if (holdsObject(counts)) {
      move("usage");
      usage = chatUsage(reading, moved(counts, "/usage"));
    } else if (isThere(counts)) reading.others.keep(counts);
  }

  /** A chunk after the end adds nothing to the transcript; that it came is the fault. */
  function afterwards(root: Place): void {
    const hasFinish = items(member(root, "choices"))
      ?.some((one) => isThere(member(one, "finish_reason")));
    if (hasFinish) move("finish");
    else move(isThere(member(root, "usage")) ? "usage" : "delta");
  }

  function checkHead(root: Place): void {
    if (member(root, "object")?.value !== "chat.completion.chunk") {
      reading.fault("object-type", "the chunk's object is not chat.completion.chunk");
    }
    for (const name of SAME) {
      const one = member(root, name);
      if (!isThere(one)) {
        reading.fault(`${name}-missing`, `the chunk has no ${name}`);
        continue;
      }
      const first = head.get(name);
      if (first === undefined) head.set(name, textOf(one));
      else if (first !== textOf(one)) {
        reading.fault(`${name}-changed`, `the chunk's ${name} isn't that of the first chunk`);
      }
    }
  }

  function choice(one: Place, position: number): void {
    const index = member(one, "index")?.value ?? position;
    if (index !== 0) return reading.others.note(`/choices/${index}`, textOf(one));
    const here = moved(one, "/choices/0");
    reading.others.rest(here, ["index", "delta", "finish_reason", "logprobs"]);
    const logprobs = member(here, "logprobs");
    if (isThere(logprobs)) reading.others.keep(logprobs);
    const delta = member(one, "delta");
    if (!holdsObject(delta)) reading.fault("delta-missing", "the choice has no delta");
    else {
      role(delta);
      move(parts.take(moved(delta, "/choices/0/message")) ? "delta" : "idle");
    }
    const reason = member(one, "finish_reason");
    if (stringOf(reason) !== undefined) {
      move("finish");
      stop = chatStop(stringOf(reason)!);
    } else if (isThere(reason)) reading.others.keep(moved(reason, "/choices/0/finish_reason"));
  }

  /** "first delta has `role:"assistant"`"; later ones may say it again. */
  function role(delta: Place): void {
    const one = member(delta, "role");
    if (!isThere(one)) {
      if (isFirst) reading.fault("role-missing", "the first delta has no role");
    } else if (one.value !== "assistant") {
      reading.fault("role", "the delta's role is not assistant");
    }
    isFirst = false;
  }

  return {
    event(event: SseEvent) {
      const named = () => {
        if (event.event === "message") return;
        reading.fault("event-name", "Chat's events have no name, and this one has");
      };
      if (event.data === "[DONE]") {
        named();
        move("done");
        return;
      }
      const root = reading.object(event);
      const failure = root === undefined ? undefined : openAiError(root);
      // No document names the event of an error, and readers look for the error alone, whatever its name.
      if (failure === undefined || event.event !== "error") named();
      if (root === undefined) return;
      if (failure === undefined) chunk(root);
      else if (move("error")) {
        reading.others.rest(root, [...KNOWN, "error"]);
        error = readError(reading, moved(failure, "/error"), 200);
      }
    },
    said(): Said {
      const ending = state === "failed" ? "error" : state === "done" ? endingOf(stop) : "truncated";
      return { ending, parts: parts.list(), ...given<Said>({ stop, usage, error }) };
    },
  };
}

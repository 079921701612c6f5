/**
 * Reads a streamed answer of OpenAI Responses: named events, each with its number in the sequence
 * (spec/dialects.md 4.1, RS).
 *
 * @module
 */
import type { WireError } from "../transcript.ts";
import type { Said } from "./answer.ts";
import { readError } from "./errors.ts";
import { given } from "./given.ts";
import { member, moved, type Place, stringOf, textOf } from "./place.ts";
import { holdsObject } from "./reading.ts";
import { responseEnd } from "./responses_answer.ts";
import { ResponsesItems } from "./responses_items.ts";
import type { SseEvent } from "./sse.ts";
import type { Grammar, Machine, StreamReading } from "./stream.ts";

/**
 * - `done`: completed or incomplete · `failed`: response.failed · `errored`: an error event
 * - `both`: failed and error, which may tell of one failure together
 */
type State = "start" | "open" | "done" | "failed" | "errored" | "both";
/** `event`: whatever comes between created and the end. */
type Move = "created" | "event" | "end" | "failed" | "error";

const TABLE: Machine<State, Move> = {
  start: {
    created: ["open"],
    event: ["open", "start-missing"],
    end: ["done", "start-missing"],
    failed: ["failed", "start-missing"],
    error: ["errored"],
  },
  open: {
    created: ["open", "second-start"],
    event: ["open"],
    end: ["done"],
    failed: ["failed"],
    error: ["errored"],
  },
  done: {
    created: ["done", "after-terminal"],
    event: ["done", "after-terminal"],
    end: ["done", "second-terminal"],
    failed: ["done", "second-terminal"],
    error: ["done", "after-terminal"],
  },
  failed: {
    created: ["failed", "after-terminal"],
    event: ["failed", "after-terminal"],
    end: ["failed", "success-after-error"],
    failed: ["failed", "second-terminal"],
    error: ["both"],
  },
  errored: {
    created: ["errored", "after-terminal"],
    event: ["errored", "after-terminal"],
    end: ["errored", "success-after-error"],
    failed: ["both"],
    error: ["errored", "second-terminal"],
  },
  both: {
    created: ["both", "after-terminal"],
    event: ["both", "after-terminal"],
    end: ["both", "success-after-error"],
    failed: ["both", "second-terminal"],
    error: ["both", "second-terminal"],
  },
};

/** The members of all events that are known here. */
const EVENT_MEMBERS: readonly string[] = [
  "type",
  "sequence_number",
  "response",
  "output_index",
  "content_index",
  "item_id",
  "item",
  "part",
  "delta",
  "text",
  "arguments",
  "code",
  "message",
  "param",
  "error",
];

/** The grammar of a streamed response. */
export function responsesGrammar(reading: StreamReading): Grammar {
  const output = new ResponsesItems(reading);
  let state: State = "start";
  let end: Omit<Said, "parts"> | undefined;
  let responseId: string | undefined;
  let sequence: number | undefined;
  let unnamed = false;

  const isRunning = () => state === "start" || state === "open";

  /** Makes a move; true where it had no fault of order, or the stream is still running. */
  function move(name: Move): boolean {
    const [next, code] = TABLE[state][name];
    const wasRunning = isRunning();
    if (code !== undefined) reading.fault(code, `${name} came when the stream was at ${state}`);
    state = next;
    return wasRunning || code === undefined;
  }

  const handlers: Readonly<Record<string, (event: Place) => void>> = {
    "response.created"(event) {
      if (move("created")) responseOf(event);
    },
    "response.queued": progress,
    "response.in_progress": progress,
    "response.completed": (event) => terminal("completed", event),
    "response.incomplete": (event) => terminal("incomplete", event),
    "response.failed": (event) => terminal("failed", event),
    error: inBand,
    ...output.handlers,
  };

  function take(type: string, event: Place): void {
    const isItems = Object.hasOwn(output.handlers, type);
    if (!Object.hasOwn(handlers, type)) {
      // Types that nobody knows yet are tolerated, and still differ.
      if (move("event")) reading.others.note(`event:${type}`, textOf(event));
      return;
    }
    if (isRunning()) reading.others.rest(moved(event, `event:${type}`), EVENT_MEMBERS);
    if (!isItems || move("event")) handlers[type]!(event);
  }

  /** How far the response is: it is carried, and nothing is added. */
  function progress(event: Place): void {
    if (move("event")) responseOf(event);
  }

  /** The terminal event that is named for this status. */
  function terminal(status: string, event: Place): void {
    const before = end;
    if (!move(status === "failed" ? "failed" : "end")) return;
    const response = responseOf(event);
    if (response === undefined) {
      end ??= { ending: status === "failed" ? "error" : "truncated" };
      return;
    }
    if (member(response, "status")?.value !== status) {
      reading.fault("status-mismatch", `the response's status isn't ${status}`);
    }
    output.final(response, status === "failed");
    const hasCall = output.list().some((part) => "call" in part);
    const now = responseEnd(reading, response, status, hasCall, 200);
    // An error event may have told of this failure before: its words stand, the counts are added.
    end = before === undefined ? now : { ...now, ...before };
  }

  /** `error{code,message,param}`, its members beside its type. */
  function inBand(event: Place): void {
    if (!move("error")) return;
    const nested = member(event, "error");
    // Not as documented; but the vendor's own server is seen to send it so, and its SDKs raise on it.
    if (holdsObject(nested)) {
      reading.fault("error-nested", "the error stands in a member of its own");
    }
    const at = holdsObject(nested) ? moved(nested, "/error") : moved(event, "/error");
    const { type, ...error } = readError(reading, at, 200);
    // Beside code and message stands the event's type; the error itself has none.
    const own = holdsObject(nested) ? given<WireError>({ type }) : {};
    end ??= { ending: "error", error: { ...error, ...own } };
  }

  /** The response that an event carries. */
  function responseOf(event: Place): Place | undefined {
    const response = member(event, "response");
    if (!holdsObject(response)) {
      reading.fault("response-missing", "the event has no response");
      return undefined;
    }
    // Nobody says that the id stays; where it doesn't, all of them are kept.
    const id = member(response, "id");
    const text = id === undefined ? "null" : textOf(id);
    responseId ??= text;
    if (text !== responseId) {
      reading.others.note("id", responseId);
      reading.others.note("id", text);
    }
    return moved(response, "");
  }

  /**
   * "The sequence number for this event", says the vendor, and no more: that it begins with 0 is what its
   * own server does (spec/dialects.md 4.1), and that it grows by one isn't said.
   */
  function checkSequence(event: Place): void {
    const value = member(event, "sequence_number")?.value;
    if (typeof value !== "number") reading.fault("sequence-missing", "no sequence_number");
    else {
      if (sequence === undefined && value !== 0) {
        reading.fault("sequence-start", `the first sequence_number is ${value}, not 0`);
      } else if (sequence !== undefined && value <= sequence) {
        reading.fault("sequence-order", `sequence_number ${value} came after ${sequence}`);
      }
      sequence = value;
    }
  }

  return {
    event(event: SseEvent) {
      if (event.data === "[DONE]") {
        if (isRunning()) {
          reading.fault("done-before-terminal", "[DONE] came before a terminal event");
        }
        return;
      }
      const root = reading.object(event);
      if (root === undefined) return;
      const type = stringOf(member(root, "type"));
      if (type === undefined) reading.fault("type-missing", "the event's data has no type");
      // Its readers go by the type; the vendor's examples alone have names. Told once a stream.
      else if (event.event === "message") {
        if (!unnamed) reading.fault("event-unnamed", "the event has no name");
        unnamed = true;
      } else if (type !== event.event) {
        reading.fault(
          "event-name",
          `the event is named ${event.event}, its data's type is ${type}`,
        );
      }
      checkSequence(root);
      take(type ?? event.event, root);
    },
    said(): Said {
      return { ...(end ?? { ending: "truncated" }), parts: output.list() };
    },
  };
}

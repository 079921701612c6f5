/**
 * An upstream's answer as steps of the scripted raw server.
 *
 * @module
 */
import { STATUS_TEXT } from "@std/http/status";
import { type JsonDocument, stringifyJson } from "../../contract/json.ts";
import { httpAnswer, type Step } from "../../wire/raw_server.ts";
import type { Answer } from "../fixture.ts";
import type { Dialect } from "../transcript.ts";
import { streamActions, type StreamAnswer } from "./stream_bytes.ts";
import { macrotask, type WaitEnd } from "./wait.ts";

/** Something that an upstream waited for in the middle of a stream. */
export interface Hold {
  readonly for: "first-text" | "gateway-leaves";
  /** `happened` where it came about before patience ran out. */
  readonly end: WaitEnd;
  readonly waitedMs: number;
  /** When it was over, on the clock of `performance.now()`. */
  readonly endedAtMs: number;
}

/** What a stream's holds wait for. */
export interface Holder {
  wait(what: Hold["for"]): Promise<WaitEnd>;
  /** Told of each hold when it is over. */
  held(hold: Hold): void;
}

const utf8 = new TextEncoder();

/** The steps of an answer. A stream's holds are waited for in the steps themselves. */
export function answerSteps(
  answer: Answer,
  dialect: Dialect,
  doc: JsonDocument,
  holder: Holder,
): Iterable<Step> | AsyncIterable<Step> {
  if ("stream" in answer) return streamSteps(answer, dialect, doc, holder);
  const { status = 200, headers = {} } = answer;
  const type = named(headers, "content-type") ? {} : { "content-type": "application/json" };
  const body = "text" in answer ? answer.text : stringifyJson(doc, answer.body);
  return [{ send: httpAnswer(status, body, { ...type, ...headers }) }, { close: "fin" }];
}

async function* streamSteps(
  answer: StreamAnswer,
  dialect: Dialect,
  doc: JsonDocument,
  holder: Holder,
): AsyncIterable<Step> {
  const { framing = "chunked", end = "whole" } = answer;
  const framed = framing === "chunked" ? chunk : (bytes: Uint8Array) => bytes;
  let begun = false;
  for (const action of streamActions(answer, dialect, doc, "the fixture")) {
    if ("hold" in action) {
      const from = performance.now();
      const outcome = await holder.wait(action.hold);
      const endedAtMs = performance.now();
      holder.held({ for: action.hold, end: outcome, waitedMs: endedAtMs - from, endedAtMs });
      continue;
    }
    if (!begun) yield { send: streamHead(answer) };
    begun = true;
    if ("head" in action) continue;
    if (action.apart) await macrotask();
    yield { send: framed(action.write) };
  }
  if (end === "whole") {
    if (!begun) yield { send: streamHead(answer) };
    if (framing === "chunked") yield { send: "0\r\n\r\n" };
  }
  // What was written is read before the end is seen.
  await macrotask();
  yield { close: end === "reset" ? "rst" : "fin" };
}

function streamHead({ status = 200, headers = {}, framing = "chunked" }: StreamAnswer): string {
  const own = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    "connection": "close",
    ...(framing === "chunked" ? { "transfer-encoding": "chunked" } : {}),
  };
  const fields = [
    ...Object.entries(headers),
    ...Object.entries(own).filter(([name]) => !named(headers, name)),
  ];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? ""}\r\n${lines}\r\n`;
}

function named(headers: Readonly<Record<string, string>>, name: string): boolean {
  return Object.keys(headers).some((one) => one.toLowerCase() === name);
}

function chunk(bytes: Uint8Array): Uint8Array {
  const head = utf8.encode(`${bytes.length.toString(16)}\r\n`);
  const whole = new Uint8Array(head.length + bytes.length + 2);
  whole.set(head);
  whole.set(bytes, head.length);
  whole.set([13, 10], head.length + bytes.length);
  return whole;
}

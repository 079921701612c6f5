/**
 * An upstream's own answer, read in its own dialect: what left the upstream, faults and all.
 *
 * @module
 */
import { stringifyJson } from "../../contract/json.ts";
import { oracles } from "../oracle/oracles.ts";
import type { AnswerTranscript, Dialect } from "../transcript.ts";
import { streamActions } from "./stream_bytes.ts";
import type { UpstreamPart } from "./upstream.ts";

/** The transcript of an answer as it leaves the upstream. */
export function ownAnswer(
  { answer, doc }: Pick<UpstreamPart, "answer" | "doc">,
  dialect: Dialect,
): AnswerTranscript {
  const oracle = oracles[dialect];
  const status = answer.status ?? 200;
  const headers = Object.entries(answer.headers ?? {});
  const utf8 = new TextEncoder();
  if (!("stream" in answer)) {
    const text = "text" in answer ? answer.text : stringifyJson(doc, answer.body);
    return oracle.answer(status, headers, utf8.encode(text));
  }
  const reader = oracle.stream();
  for (const action of streamActions(answer, dialect, doc, "the fixture")) {
    if ("write" in action) reader.feed(action.write, 0);
  }
  return reader.end(answer.end === "reset" ? "reset" : "eof");
}

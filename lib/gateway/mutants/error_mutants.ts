/**
 * Mutants that lose an error: its status, its form, its kind, or all of it; and those that ask again
 * in its place.
 *
 * @module
 */
import { type GatewayParts, gatewayParts } from "../parts.ts";
import type { UpstreamAnswer, UpstreamCall } from "../upstream.ts";
import { dialectOfUrl, emptyStream } from "./forged_ends.ts";
import { type GatewayMutant, mutantOn } from "./mutant.ts";
import { bodies, events } from "./seams.ts";

const EVERY = ["relay", "across"] as const;
const ACROSS = ["across"] as const;

const EMPTY_ANSWERS = {
  chat: '{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,' +
    '"message":{"role":"assistant","content":""},"finish_reason":"stop"}]}',
  messages: '{"id":"msg_x","type":"message","role":"assistant","model":"m","content":[],' +
    '"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}',
  responses: '{"id":"resp_x","object":"response","created_at":1,"status":"completed","model":"m",' +
    '"output":[]}',
} as const;

function asksForStream({ body }: UpstreamCall): boolean {
  return new TextDecoder().decode(body).includes('"stream":true');
}

/** An upstream's refusal as an answer in which nothing is said. */
function refusalsEmptied(streams: boolean): Pick<GatewayParts, "attempt"> {
  return {
    async attempt(call) {
      const answer = await gatewayParts.attempt(call);
      if (answer.status < 400 || asksForStream(call) !== streams) return answer;
      const dialect = dialectOfUrl(call.url);
      const pieces = streams
        ? emptyStream(dialect)
        : [new TextEncoder().encode(EMPTY_ANSWERS[dialect])];
      const type = streams ? "text/event-stream" : "application/json";
      return {
        status: 200,
        headers: [["content-type", type]],
        body: each(pieces),
        close: () => answer.close(),
      };
    },
  };
}

async function* each(pieces: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* pieces;
}

function retryOn(statuses: readonly number[]): Pick<GatewayParts, "attempt"> {
  return {
    async attempt(call) {
      const first = await gatewayParts.attempt(call);
      if (!statuses.includes(first.status)) return first;
      first.close();
      return await gatewayParts.attempt(call);
    },
  };
}

/** Asks again where a whole body is no JSON. */
async function retryOnBroken(call: UpstreamCall): Promise<UpstreamAnswer> {
  const first = await gatewayParts.attempt(call);
  if (first.status !== 200 || asksForStream(call)) return first;
  const pieces: Uint8Array[] = [];
  for await (const piece of first.body) pieces.push(piece);
  try {
    JSON.parse(await new Blob(pieces.map((piece) => piece.slice())).text());
  } catch {
    first.close();
    return await gatewayParts.attempt(call);
  }
  return { ...first, close: () => first.close(), body: each(pieces) };
}

/** Asks again where a stream tells an error, and goes on with what comes then. */
function retriedInStream(): Pick<GatewayParts, "attempt"> {
  return bodies(async function* (answer, call) {
    for await (const piece of answer.body) {
      const failed = /"type":"(?:error|response\.failed)"|"error":\{/.test(
        new TextDecoder().decode(piece),
      );
      if (!failed || !asksForStream(call)) {
        yield piece;
        continue;
      }
      const second = await gatewayParts.attempt(call);
      try {
        yield* second.body;
      } finally {
        second.close();
      }
      return;
    }
  });
}

/** Errors. */
export const ERROR_MUTANTS: readonly GatewayMutant[] = [
  mutantOn(
    EVERY,
    "refusal-as-empty-stream",
    "answers with an empty stream where the upstream refuses one",
    "R007",
    () => refusalsEmptied(true),
    [
      { case: "error-before-first-byte.bad-request", code: "false-success" },
      { case: "error-before-first-byte.rate-limited", code: "false-success" },
      { case: "error-before-first-byte.overloaded", code: "false-success" },
    ],
  ),
  mutantOn(
    EVERY,
    "refusal-as-empty-answer",
    "answers with an empty answer where the upstream refuses",
    "R007",
    () => refusalsEmptied(false),
    [{ case: "error-before-first-byte.unauthorized", code: "false-success" }],
  ),
  mutantOn(
    ACROSS,
    "unsaid-error-formless",
    "answers in no dialect where the upstream's error is in none",
    "R007",
    () => {
      const { writeError } = gatewayParts;
      const formless = (write: typeof writeError.chat): typeof writeError.chat => (error) =>
        error.message.includes("no error of its dialect")
          ? '{"detail":"Bad Gateway"}'
          : write(error);
      return {
        writeError: {
          chat: formless(writeError.chat),
          messages: formless(writeError.messages),
          responses: formless(writeError.responses),
        },
      };
    },
    [
      { case: "error-before-first-byte.html-page", code: "grammar-error-form" },
      { case: "error-before-first-byte.empty-body", code: "grammar-error-form" },
    ],
  ),
  mutantOn(
    ACROSS,
    "error-in-foreign-form",
    "tells an error before the first byte in the upstream's form",
    "R007",
    () => {
      const { chat, messages, responses } = gatewayParts.writeError;
      return { writeError: { chat: messages, messages: chat, responses } };
    },
    [{ case: "error-before-first-byte.bad-request", code: "grammar-error-form" }],
  ),
  mutantOn(
    ACROSS,
    "streamed-error-kind-lost",
    "tells every error inside a stream as one of the API",
    "R007",
    () =>
      events(() => (event) => [
        event.kind === "error"
          ? { kind: "error", error: { kind: "api", message: event.error.message } }
          : event,
      ]),
    [{ case: "stream-inband-error.after-text", code: "error-type" }],
  ),
  mutantOn(
    EVERY,
    "retry-on-timeout",
    "asks again when the upstream says that it took too long",
    "R008",
    () => retryOn([408, 504]),
    [{ case: "client-retry-is-explicit.after-timeout", code: "hidden-attempt" }],
  ),
  mutantOn(
    EVERY,
    "retry-on-refusal",
    "asks again when the upstream refuses the request",
    "R008",
    () => retryOn([400]),
    [
      { case: "client-retry-is-explicit.after-bad-request", code: "hidden-attempt" },
      { case: "error-before-first-byte.bad-request", code: "hidden-attempt" },
    ],
  ),
  mutantOn(
    EVERY,
    "retry-on-error-in-stream",
    "asks again when a stream tells an error",
    "R008",
    retriedInStream,
    [
      { case: "client-retry-is-explicit.after-error-in-stream", code: "hidden-attempt" },
      { case: "stream-inband-error.after-text", code: "hidden-attempt" },
    ],
  ),
  mutantOn(
    EVERY,
    "retry-on-broken-body",
    "asks again when a body is no JSON",
    "R008",
    () => ({ attempt: retryOnBroken }),
    [{ case: "client-retry-is-explicit.after-half-a-body", code: "hidden-attempt" }],
  ),
];

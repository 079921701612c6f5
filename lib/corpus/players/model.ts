/**
 * The model player: it stands where an agent's model stands, answers Chat, Messages and Responses as a
 * script tells it, streamed or not as it is asked, and keeps a copy of every request.
 *
 * @module
 */
import { readBody } from "../../contract/body.ts";
import {
  httpAnswer,
  jsonAnswer,
  rawServer,
  type Received,
  type Step,
} from "../../wire/raw_server.ts";
import { oracles } from "../oracle/oracles.ts";
import { ROUTES } from "../paths.ts";
import { type Dialect, DIALECTS, type RequestTranscript } from "../transcript.ts";
import { chatWriter } from "./model_chat.ts";
import { messagesWriter } from "./model_messages.ts";
import { answerId, type ModelForm, type ModelOut, type ModelWriter } from "./model_reply.ts";
import { responsesWriter } from "./model_responses.ts";
import { pathOf } from "./routes.ts";
import { macrotask } from "./wait.ts";

/** How each dialect is written. */
export const MODEL_WRITERS: Readonly<Record<Dialect, ModelWriter>> = {
  chat: chatWriter,
  messages: messagesWriter,
  responses: responsesWriter,
};

/** One request to the model, as it came. */
export interface ModelRequestIn {
  /** Which of all, from 0. */
  readonly index: number;
  readonly dialect: Dialect;
  /** Its own copy, taken when it came. */
  readonly body: Uint8Array;
  readonly request: RequestTranscript;
  readonly atMs: number;
}

/** A model's server that is listening. */
export interface ModelServer {
  /** Base URL without a trailing slash; dialects' routes are below `/v1`. */
  readonly url: string;
  /** Posts to what is none of the routes played, and what was no HTTP. */
  readonly strays: number;
  /** Ends everything. */
  close(): Promise<void>;
}

/** How a model's server plays. */
export interface ModelOptions {
  readonly hostname?: string;
  /** Default 0: any free one. */
  readonly port?: number;
  /** The one dialect that is played; all three where absent. */
  readonly dialect?: Dialect;
  /** What is answered. Called once a request, in the order in which they came. */
  readonly answer: (request: ModelRequestIn) => ModelOut;
}

/** Listens at once. @throws what the system says where the address can't be had */
export function modelServer({ hostname, port, dialect: only, answer }: ModelOptions): ModelServer {
  let count = 0;
  let strays = 0;
  const script = (received: Received): Iterable<Step> | AsyncIterable<Step> => {
    const { method, target, body, atMs } = received;
    const path = pathOf(target);
    if (method !== "POST") return close(lookAround(path));
    const dialect = DIALECTS.find((one) => path.endsWith(ROUTES[one].slice("/v1".length)));
    if (dialect === undefined || (only !== undefined && dialect !== only)) {
      strays++;
      return close(jsonAnswer({ error: { message: `there is no ${path} here` } }, 404));
    }
    const copy = body.slice();
    if (!isObject(copy)) {
      // As any server would: an answer would have the agent judged by what can't be read.
      strays++;
      const refusal = MODEL_WRITERS[dialect].error("the body is no JSON object");
      return close(httpAnswer(400, refusal, { "content-type": "application/json" }));
    }
    const request = oracles[dialect].request(copy);
    const index = count++;
    const out = answer({ index, dialect, body: copy, request, atMs });
    const form: ModelForm = {
      model: request.model ?? "scripted",
      id: answerId(index),
      usageChunk: /"include_usage"\s*:\s*true/.test(request.other.stream_options ?? ""),
    };
    return request.stream
      ? streamed(MODEL_WRITERS[dialect], out, form)
      : close(plain(MODEL_WRITERS[dialect], out, form));
  };
  const server = rawServer(script, {
    ...(hostname === undefined ? {} : { hostname }),
    ...(port === undefined ? {} : { port }),
  });
  return {
    url: server.url,
    get strays() {
      return strays + server.unreadable.length;
    },
    close: () => server.close(),
  };
}

/** What is too deep for us may be one. */
function isObject(bytes: Uint8Array): boolean {
  const read = readBody(bytes);
  if (!read.ok) return read.limit !== undefined;
  const { value } = read.doc;
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const FAILURE = "the scripted model fails here";

function close(send: Uint8Array): Iterable<Step> {
  return [{ send }, { close: "fin" }];
}

/** Some clients look for models before they ask one. */
function lookAround(path: string): Uint8Array {
  const one = { id: "scripted", object: "model", type: "model", created: 0, owned_by: "wt-inject" };
  return /\/models\/?$/.test(path)
    ? jsonAnswer({ object: "list", data: [one], has_more: false })
    : httpAnswer(404, "");
}

function plain(writer: ModelWriter, out: ModelOut, form: ModelForm): Uint8Array {
  const type = { "content-type": "application/json" };
  if (out.fault === "error") {
    // Understood by the vendors' own clients: retries would only take time.
    return httpAnswer(500, writer.error(FAILURE), { ...type, "x-should-retry": "false" });
  }
  const bytes = httpAnswer(200, writer.body(out, form), type);
  // In the middle of the last member: past the text, before the end.
  return out.fault === "cut" ? bytes.subarray(0, bytes.length - 20) : bytes;
}

async function* streamed(
  writer: ModelWriter,
  out: ModelOut,
  form: ModelForm,
): AsyncIterable<Step> {
  const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n" +
    "cache-control: no-cache\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n";
  yield { send: head };
  for (const event of writer.events(out, form)) {
    yield { send: chunked(event) };
    await macrotask();
  }
  if (out.fault === undefined) yield { send: chunked(writer.ending(out, form)) };
  if (out.fault === "error") yield { send: chunked(writer.failure(FAILURE)) };
  // A stream that is cut ends as HTTP has it: what is missing is the dialect's own end.
  yield { send: "0\r\n\r\n" };
  yield { close: "fin" };
}

function chunked(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const head = new TextEncoder().encode(`${bytes.length.toString(16)}\r\n`);
  const whole = new Uint8Array(head.length + bytes.length + 2);
  whole.set(head);
  whole.set(bytes, head.length);
  whole.set([13, 10], head.length + bytes.length);
  return whole;
}

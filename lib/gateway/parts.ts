/**
 * The gateway's parts, each in its place in a table. A gateway with one part exchanged is a gateway with
 * one fault: that is how its negative controls are made.
 *
 * @module
 */
import type { JsonDocument } from "../contract/json.ts";
import type { HeaderList } from "../wire/exchange.ts";
import { type Admission, admissionFor } from "./admission.ts";
import { readChatAnswer, writeChatAnswer } from "./chat_answer.ts";
import { readChatRequest } from "./chat_request_read.ts";
import { writeChatRequest } from "./chat_request_write.ts";
import { chatStreamReader } from "./chat_stream_read.ts";
import { chatStreamWriter } from "./chat_stream_write.ts";
import type { Delivery } from "./client.ts";
import type { AnswerContext } from "./context.ts";
import type { Dialect, PerDialect } from "./dialect.ts";
import { readErrorAnswer, statusOf, writeError } from "./errors.ts";
import { answerHeaders, type HeadParts, requestHeaders } from "./headers.ts";
import { readMessagesAnswer, writeMessagesAnswer } from "./messages_answer.ts";
import { readMessagesRequest } from "./messages_request_read.ts";
import { writeMessagesRequest } from "./messages_request_write.ts";
import { messagesStreamReader } from "./messages_stream_read.ts";
import { messagesStreamWriter } from "./messages_stream_write.ts";
import type { NeutralAnswer, NeutralError, NeutralRequest } from "./neutral.ts";
import { type RelayGuard, relayGuards } from "./relay_guard.ts";
import { readResponsesAnswer, writeResponsesAnswer } from "./responses_answer.ts";
import { readResponsesRequest } from "./responses_request_read.ts";
import { writeResponsesRequest } from "./responses_request_write.ts";
import { responsesStreamReader } from "./responses_stream_read.ts";
import { responsesStreamWriter } from "./responses_stream_write.ts";
import { type SseSplitter, sseSplitter } from "./sse.ts";
import { gatewaySteps, type Steps } from "./steps.ts";
import type { StreamReader, StreamWriter } from "./stream.ts";
import { type Attempt, attemptOnce } from "./upstream.ts";

/** All that a gateway is made of, between a client's request and its answer. */
export interface GatewayParts {
  /** What counts as an id, as arguments, as an end; used by all readers. */
  readonly steps: Steps;
  readonly readRequest: PerDialect<(doc: JsonDocument, steps: Steps) => NeutralRequest>;
  readonly writeRequest: PerDialect<(request: NeutralRequest) => string>;
  /** Whole answers. */
  readonly readAnswer: PerDialect<(doc: JsonDocument, steps: Steps) => NeutralAnswer>;
  readonly writeAnswer: PerDialect<(answer: NeutralAnswer, context: AnswerContext) => string>;
  /** Streamed answers: a reader and a writer for each, made anew. */
  readonly streamReader: PerDialect<(steps: Steps) => StreamReader>;
  readonly streamWriter: PerDialect<(context: AnswerContext) => StreamWriter>;
  /** A same-dialect path: the body that the upstream is sent, and the watch over its stream. */
  readonly relayRequest: (body: Uint8Array, dialect: Dialect) => Uint8Array;
  readonly relayGuard: PerDialect<() => RelayGuard>;
  /** Errors by status: read, given a status for the client, and written. */
  readonly readError: (status: number, body: Uint8Array) => NeutralError;
  readonly errorStatus: (error: NeutralError, dialect: Dialect) => number;
  readonly writeError: PerDialect<(error: NeutralError) => string>;
  readonly requestHeaders: (parts: HeadParts) => HeaderList;
  readonly answerHeaders: (headers: HeaderList, from: Dialect, to: Dialect) => HeaderList;
  /** Cuts an upstream's stream into blocks. */
  readonly sse: () => SseSplitter;
  /** Asks the upstream; called once for each request that is carried. */
  readonly attempt: Attempt;
  readonly admission: (capacity: number) => Admission;
  /** What ends an attempt early, made of the signal that the client has gone. */
  readonly giveUp: (gone: AbortSignal) => AbortSignal;
  /** What answers are written to, made of the client's connection. */
  readonly deliver: (client: Delivery, dialect: Dialect) => Delivery;
}

/** The parts of the reference gateway. */
export const gatewayParts: GatewayParts = {
  steps: gatewaySteps,
  readRequest: {
    chat: readChatRequest,
    messages: readMessagesRequest,
    responses: readResponsesRequest,
  },
  writeRequest: {
    chat: writeChatRequest,
    messages: writeMessagesRequest,
    responses: writeResponsesRequest,
  },
  readAnswer: {
    chat: readChatAnswer,
    messages: readMessagesAnswer,
    responses: readResponsesAnswer,
  },
  writeAnswer: {
    chat: writeChatAnswer,
    messages: writeMessagesAnswer,
    responses: writeResponsesAnswer,
  },
  streamReader: {
    chat: chatStreamReader,
    messages: messagesStreamReader,
    responses: responsesStreamReader,
  },
  streamWriter: {
    chat: chatStreamWriter,
    messages: messagesStreamWriter,
    responses: responsesStreamWriter,
  },
  relayRequest: (body) => body,
  relayGuard: relayGuards,
  readError: readErrorAnswer,
  errorStatus: statusOf,
  writeError,
  requestHeaders,
  answerHeaders,
  sse: sseSplitter,
  attempt: attemptOnce,
  admission: admissionFor,
  giveUp: (gone) => gone,
  deliver: (client) => client,
};

/**
 * The oracles: for each dialect, what a request, an answer and a stream say. They are written apart
 * from the gateway and share no code with it but JSON and the wire's types.
 *
 * @module
 */
import type { HeaderList } from "../../wire/exchange.ts";
import type { AnswerTranscript, Dialect, RequestTranscript } from "../transcript.ts";
import { readChatAnswer } from "./chat_answer.ts";
import { readChatRequest } from "./chat_request.ts";
import { chatGrammar } from "./chat_stream.ts";
import { readMessagesAnswer } from "./messages_answer.ts";
import { readMessagesRequest } from "./messages_request.ts";
import { messagesGrammar } from "./messages_stream.ts";
import { readResponsesAnswer } from "./responses_answer.ts";
import { readResponsesRequest } from "./responses_request.ts";
import { responsesGrammar } from "./responses_stream.ts";
import { type StreamReader, streamReader } from "./stream.ts";

/** What reads one dialect. Nothing here throws for what a wire holds. */
export interface Oracle {
  /** Reads a request's body. */
  request(body: Uint8Array): RequestTranscript;
  /** Reads an answer that is no stream, an HTTP error too. */
  answer(status: number, headers: HeaderList, body: Uint8Array): AnswerTranscript;
  /** Starts to read the body of a streamed answer of status 200. */
  stream(): StreamReader;
}

/** The oracle of each dialect. */
export const oracles: Readonly<Record<Dialect, Oracle>> = {
  chat: {
    request: readChatRequest,
    answer: readChatAnswer,
    stream: () => streamReader(chatGrammar),
  },
  messages: {
    request: readMessagesRequest,
    answer: readMessagesAnswer,
    stream: () => streamReader(messagesGrammar),
  },
  responses: {
    request: readResponsesRequest,
    answer: readResponsesAnswer,
    stream: () => streamReader(responsesGrammar),
  },
};

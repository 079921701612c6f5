/**
 * Errors of the three dialects: read, classed, and written in another one.
 *
 * @module
 */
import { type JsonDocument, JsonSyntaxError, type JsonValue, parseJson } from "../contract/json.ts";
import { utf8Text } from "../wire/bytes.ts";
import type { Dialect, PerDialect } from "./dialect.ts";
import { Fields } from "./fields.ts";
import { jsonText } from "./json_out.ts";
import type { ErrorKind, NeutralError } from "./neutral.ts";
import { disbelief } from "./trouble.ts";

/** 4.0: the statuses of Messages' error types, which 4.3 takes for Chat's statuses too. */
const KIND_OF_STATUS: Readonly<Record<number, ErrorKind>> = {
  400: "invalid_request",
  401: "authentication",
  402: "billing",
  403: "permission",
  404: "not_found",
  408: "timeout",
  409: "conflict",
  413: "too_large",
  429: "rate_limit",
  500: "api",
  503: "overloaded",
  504: "timeout",
  529: "overloaded",
};

const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid_request: 400,
  authentication: 401,
  billing: 402,
  permission: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  rate_limit: 429,
  api: 500,
  timeout: 504,
  overloaded: 503,
};

/** The error types of Messages. */
const MESSAGES_TYPE: Readonly<Record<ErrorKind, string>> = {
  invalid_request: "invalid_request_error",
  authentication: "authentication_error",
  billing: "billing_error",
  permission: "permission_error",
  not_found: "not_found_error",
  conflict: "conflict_error",
  too_large: "request_too_large",
  rate_limit: "rate_limit_error",
  api: "api_error",
  timeout: "timeout_error",
  overloaded: "overloaded_error",
};

/** Words for errors inside a stream, where no status tells the kind. */
const KIND_OF_WORD: Readonly<Record<string, ErrorKind>> = {
  ...Object.fromEntries(
    Object.entries(MESSAGES_TYPE).map(([kind, type]) => [type, kind as ErrorKind]),
  ),
  server_error: "api",
  internal_server_error: "api",
  rate_limit_exceeded: "rate_limit",
  tokens: "rate_limit",
  requests: "rate_limit",
  insufficient_quota: "rate_limit",
  invalid_prompt: "invalid_request",
  server_overloaded: "overloaded",
  overloaded: "overloaded",
  service_unavailable: "overloaded",
  timeout: "timeout",
};

/** The kind of a status that is an error. */
export function kindOfStatus(status: number): ErrorKind {
  return KIND_OF_STATUS[status] ?? (status < 500 ? "invalid_request" : "api");
}

/** The status that an error is told with. 4.0: Messages alone has 529 for an overload. */
export function statusOf({ status, kind }: NeutralError, dialect: Dialect): number {
  if (status !== undefined) return status;
  return kind === "overloaded" && dialect === "messages" ? 529 : STATUS_OF_KIND[kind];
}

/** What an error object says: its words, and what kind they tell. `status` is absent in a stream. */
export function readErrorObject(said: Fields, status?: number): NeutralError {
  const word = (key: string) => {
    const value = said.value(key);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const type = word("type");
  // Some gateways write the upstream's HTTP status for a code.
  const code = word("code") ?? said.count("code");
  const param = word("param");
  const kind = status !== undefined
    ? kindOfStatus(status)
    : KIND_OF_WORD[type ?? ""] ?? KIND_OF_WORD[code ?? ""] ?? KIND_OF_STATUS[Number(code)] ?? "api";
  return {
    ...(status === undefined ? {} : { status }),
    kind,
    message: word("message") ?? "The upstream failed and did not say why",
    ...(type === undefined ? {} : { type }),
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  };
}

/** 4.1: a truthy top-level `error` in what has the status of a success. */
export function readInBandError(top: Fields): NeutralError | undefined {
  const error = top.value("error");
  if (!error) return undefined;
  if (typeof error !== "object" || Array.isArray(error)) {
    return { kind: "api", message: String(error) };
  }
  return readErrorObject(top.child("error") ?? top);
}

/**
 * The error of an upstream's HTTP answer. All three dialects keep it in `error`; Messages its request
 * id beside it. A body of another shape, as a proxy's page, leaves the status alone to speak.
 */
export function readErrorAnswer(status: number, body: Uint8Array): NeutralError {
  const doc = documentOf(body);
  const top = doc === undefined ? undefined : objectOf(doc, doc.value);
  const error = top?.value("error");
  const requestId = top?.value("request_id");
  const said = doc === undefined || error === undefined ? undefined : objectOf(doc, error);
  const found = said ?? top;
  const unsaid = `The upstream answered with status ${status} and no error of its dialect`;
  const read = found === undefined
    ? { status, kind: kindOfStatus(status), message: unsaid }
    : readErrorObject(found, status);
  return {
    ...read,
    ...(typeof error === "string" ? { message: error } : {}),
    ...(typeof requestId === "string" ? { requestId } : {}),
  };
}

function documentOf(body: Uint8Array): JsonDocument | undefined {
  const text = utf8Text(body);
  if (text === undefined) return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

function objectOf(doc: JsonDocument, value: JsonValue): Fields | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? new Fields(doc, value, "", disbelief) : undefined;
}

/** Chat's and Responses' error: the upstream's words where there are any, ours where not. */
function openAiError({ message, type, kind, param, code }: NeutralError): string {
  const word = type ?? (kind === "api" ? "server_error" : MESSAGES_TYPE[kind]);
  return jsonText({
    error: { message, type: word, param: param ?? null, code: code ?? null },
  });
}

/** 4.0. Messages' types are a closed list, so the kind decides and not the upstream's word. */
function messagesError({ message, kind, requestId }: NeutralError): string {
  return jsonText({
    type: "error",
    error: { type: MESSAGES_TYPE[kind], message },
    request_id: requestId,
  });
}

/** The text of an error's body; in a stream of Chat or Messages, of its event's data too. */
export const writeError: PerDialect<(error: NeutralError) => string> = {
  chat: openAiError,
  messages: messagesError,
  responses: openAiError,
};

/** 4.6: the code that Responses has for it: "429-class", the upstream's own word, or the general one. */
export function responsesCode({ kind, code, type }: NeutralError): string {
  return kind === "rate_limit" ? "rate_limit_exceeded" : code ?? type ?? "server_error";
}

/**
 * A relay of Chat that asks its upstream in one mode whatever its clients ask for, and tells each client in
 * the mode that it wants. Written by hand from the vendor's grammar; no code of the players.
 *
 * @module
 */
import type { CorpusTarget } from "../../lib/corpus/target.ts";
import { once } from "../../lib/wire/client.ts";
import { httpAnswer, rawServer, type Received, type Step } from "../../lib/wire/raw_server.ts";
import type { Loose } from "./small.ts";

/** How it asks, and what it does wrongly. */
export interface ModeRelay {
  readonly asks: "stream" | "whole";
  /** Loses the last call of an answer. */
  readonly dropsCall?: true;
}

/** The relay as a target, on chat-to-chat. */
export function modeRelay(relay: ModeRelay): CorpusTarget {
  return {
    label: `a relay that asks for a ${relay.asks}`,
    paths: ["chat-to-chat"],
    parallel: 4,
    patienceMs: 1_000,
    open(_, upstreamUrl) {
      const server = rawServer((request) =>
        relayed(request, upstreamUrl, relay, server.peerClosed(request.connection))
      );
      return Promise.resolve({
        url: `${server.url}/v1/chat/completions`,
        close: () => server.close(),
      });
    },
  };
}

async function* relayed(
  { body }: Received,
  upstreamUrl: string,
  relay: ModeRelay,
  left: Promise<void>,
): AsyncIterable<Step> {
  const text = new TextDecoder().decode(body);
  const wanted = JSON.parse(text);
  const isStreaming = wanted.stream === true;
  const leaving = new AbortController();
  left.then(() => leaving.abort(), () => leaving.abort());
  const { response, fault } = await once({
    method: "POST",
    url: `${upstreamUrl}/v1/chat/completions`,
    headers: [["Content-Type", "application/json"]],
    body: new TextEncoder().encode(asked(text, isStreaming, relay)),
  }, { signal: leaving.signal });
  if (response === undefined || fault !== undefined) return yield { close: "fin" };
  const kept = response.headers.filter(([name]) => /^(content-type|retry-after)$/i.test(name));
  const came = new TextDecoder().decode(response.body);
  const told = response.status >= 300 || isStreaming === (relay.asks === "stream")
    ? httpAnswer(response.status, came, Object.fromEntries(kept))
    : isStreaming
    ? httpAnswer(200, streamOf(JSON.parse(came), wanted, relay), {
      "content-type": "text/event-stream",
    })
    : httpAnswer(200, wholeOf(came, relay), { "content-type": "application/json" });
  yield { send: told };
  yield { close: "fin" };
}

/** The request in the relay's own mode; as text, so that no number is touched. */
function asked(text: string, isStreaming: boolean, { asks }: ModeRelay): string {
  if (isStreaming === (asks === "stream")) return text;
  if (asks === "stream") {
    return text.replace("{", '{"stream":true,"stream_options":{"include_usage":true},');
  }
  return text.replace(/,"stream":true/, "").replace(/,"stream_options":\{[^}]*\}/, "");
}

function wholeOf(stream: string, { dropsCall }: ModeRelay): string {
  const chunks: Loose[] = stream.split("\n\n")
    .filter((event) => event.startsWith("data: {"))
    .map((event) => JSON.parse(event.slice("data: ".length)));
  const message: Loose = { role: "assistant", content: null };
  const calls: Loose[] = [];
  let finish: unknown;
  for (const { choices: [choice] } of chunks) {
    if (choice === undefined) continue;
    const { content, reasoning_content: reasoning, tool_calls: fragments = [] } = choice.delta;
    if (typeof content === "string") message.content = (message.content ?? "") + content;
    if (reasoning) message.reasoning_content = (message.reasoning_content ?? "") + reasoning;
    for (const { index, ...fragment } of fragments) {
      if (calls[index] === undefined) calls[index] = fragment;
      else calls[index].function.arguments += fragment.function.arguments;
    }
    finish = choice.finish_reason ?? finish;
  }
  if (dropsCall) calls.pop();
  if (calls.length > 0) message.tool_calls = calls;
  const { id, created, model } = chunks[0];
  const usage = chunks.at(-1).usage ?? undefined;
  const choices = [{ index: 0, message, finish_reason: finish }];
  return JSON.stringify({ id, object: "chat.completion", created, model, choices, usage });
}

function streamOf(whole: Loose, wanted: Loose, { dropsCall }: ModeRelay): string {
  const { id, created, model, usage, choices: [{ message, finish_reason }] } = whole;
  const chunk = (choices: Loose[], more: Loose = {}) => {
    const head = { id, object: "chat.completion.chunk", created, model };
    return `data: ${JSON.stringify({ ...head, choices, ...more })}\n\n`;
  };
  const { role, content, reasoning_content, tool_calls = [] } = message;
  if (dropsCall) tool_calls.pop();
  const deltas = [
    { role, content: "" },
    ...(reasoning_content ? [{ reasoning_content }] : []),
    ...(content ? [{ content }] : []),
    ...tool_calls.map((call: Loose, index: number) => ({ tool_calls: [{ index, ...call }] })),
  ];
  return [
    ...deltas.map((delta) => chunk([{ index: 0, delta, finish_reason: null }])),
    chunk([{ index: 0, delta: {}, finish_reason }]),
    wanted.stream_options?.include_usage && usage ? chunk([], { usage }) : "",
    "data: [DONE]\n\n",
  ].join("");
}

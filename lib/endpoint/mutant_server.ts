/**
 * Plays a mutant on a real socket: each request goes to the reference endpoint, and what comes back is
 * spoiled on its way out.
 *
 * @module
 */
import { STATUS_TEXT } from "@std/http/status";
import { rawServer, type Received, type Step } from "../wire/raw_server.ts";
import { contractHandler } from "./handler.ts";
import type { Answer, Asked, Mutant } from "./mutant.ts";
import { askedReader, bodyOf } from "./mutant_asked.ts";
import { joined } from "./mutant_seams.ts";
import { referenceAgent } from "./reference.ts";

/** A mutant at work. */
export interface ServedMutant {
  /** Base URL of its routes. */
  readonly url: string;
  /** How many requests it has read. */
  requests(): number;
  /** Ends what it still holds open, and stops listening. */
  close(): Promise<void>;
}

/** Serves a mutant, on loopback and on any free port unless told otherwise. */
export async function serveMutant(
  mutant: Mutant,
  options: { readonly hostname?: string; readonly port?: number } = {},
): Promise<ServedMutant> {
  const { promise: closing, resolve: ring } = Promise.withResolvers<void>();
  const agent = referenceAgent();
  const reference = contractHandler(mutant.agent?.(agent) ?? agent);
  const read = askedReader({ closing, crash: () => void server.close() });

  async function* play(received: Received): AsyncGenerator<Step> {
    const asked = read(received);
    const answer = await answerOf(mutant, asked, reference);
    yield* mutant.wire?.(answer, asked) ?? plainly(answer);
  }

  const server = rawServer(play, {
    ...options,
    ...(mutant.listens === "silence" ? { accept: "ignore" as const } : {}),
    ...(mutant.resets === true ? { resets: true } : {}),
  });
  if (mutant.listens === "nothing") await server.close();
  return {
    url: server.url,
    requests: () => server.requests.length,
    async close() {
      ring();
      // Ends every turn that the reference still has in hand.
      await reference(requestOf("/wt/reset", "POST", joined('{"wt_inject":1}')));
      await server.close();
    },
  };
}

/** The bytes of an answer by the plain rules: Content-Length, and the connection closes. */
export function plainly(answer: Answer): readonly Step[] {
  return [{ send: joined(headOf(answer), answer.body) }, { close: "fin" }];
}

/**
 * Status line and headers by the plain rules, blank line included. `framing` stands in the place of the
 * headers that say how the body ends.
 */
export function headOf(answer: Answer, framing?: readonly string[]): string {
  const { status, reason, headers, body } = answer;
  const bodyless = status === 204 || status === 304;
  const ends = framing ??
    [...(bodyless ? [] : [`content-length: ${body.length}`]), "connection: close"];
  return [
    `HTTP/1.1 ${status} ${reason || (STATUS_TEXT[status] ?? "")}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...ends,
    "",
    "",
  ].join("\r\n");
}

async function answerOf(
  mutant: Mutant,
  asked: Asked,
  reference: (request: Request) => Promise<Response>,
): Promise<Answer> {
  const own = await mutant.answer?.(asked);
  const answer = own ?? spoiled(mutant, asked, await fromReference(asked, reference));
  return mutant.head?.(answer, asked) ?? answer;
}

async function fromReference(
  { received }: Asked,
  reference: (request: Request) => Promise<Response>,
): Promise<Answer> {
  const { target, method } = received;
  const body = bodyOf(received);
  const response = await reference(requestOf(target, method, body));
  return {
    status: response.status,
    reason: "",
    headers: [...response.headers],
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

function requestOf(target: string, method: string, body: Uint8Array): Request {
  const bodyless = method === "GET" || method === "HEAD";
  // The reference looks at the path alone.
  return new Request(new URL(target, "http://127.0.0.1"), {
    method,
    ...(bodyless ? {} : { body: new Uint8Array(body) }),
  });
}

function spoiled(mutant: Mutant, asked: Asked, answer: Answer): Answer {
  if (answer.status !== 200) return answer;
  let text = new TextDecoder().decode(answer.body);
  if (mutant.value !== undefined) {
    text = JSON.stringify(mutant.value(JSON.parse(text), asked));
  }
  const body = mutant.text?.(text, asked) ?? text;
  return { ...answer, body: joined(body) };
}

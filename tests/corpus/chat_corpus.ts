/**
 * Corpora of one variant on chat-to-chat, in memory, for tests of what a runner can see.
 *
 * @module
 */
import { memoryFiles } from "../../lib/corpus/files.ts";
import { type Corpus, loadCorpus } from "../../lib/corpus/load.ts";
import { ADAPTER_PATHS } from "../../lib/corpus/paths.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import type { CorpusTarget } from "../../lib/corpus/target.ts";
import type { Loose } from "./small.ts";

/** A request with these messages. */
export function asks(...messages: Loose[]): Loose {
  return { model: "m", messages: messages.map((one) => typeof one === "string" ? user(one) : one) };
}

/** A user's message. */
export function user(content: string): Loose {
  return { role: "user", content };
}

/** A whole answer. */
export function says(content: string): Loose {
  return {
    body: {
      id: "c",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    },
  };
}

/** A chunk of a stream; `stop` finishes it. */
export function chunk(content: string | undefined, finish: string | null = null): Loose {
  const delta = content === undefined ? {} : { role: "assistant", content };
  return {
    event: {
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta, finish_reason: finish }],
    },
  };
}

/** The end of a stream. */
export const DONE: Loose = { text: "data: [DONE]\n\n" };

/** A conversation by turns, texts alone: user first. */
export function turns(...texts: string[]): Loose {
  return {
    turns: texts.map((text, index) => ({
      role: index % 2 === 0 ? "user" : "assistant",
      parts: [{ text }],
    })),
  };
}

/** An answer that is whole, of this text. */
export function whole(text: string): Loose {
  return { ending: "complete", parts: [{ text }], stop: "stop" };
}

/** A corpus of one case, `one`, with one variant, `v`. */
export async function corpusOf(
  variant: Loose,
  expected: Loose,
  path: "chat-to-chat" | "agent" = "chat-to-chat",
): Promise<Corpus> {
  return await corpusOfVariants({ v: [variant, expected] }, path);
}

/** A corpus of one case, `one`, with these variants. */
export async function corpusOfVariants(
  variants: Readonly<Record<string, readonly [variant: Loose, expected: Loose]>>,
  path: "chat-to-chat" | "agent" = "chat-to-chat",
): Promise<Corpus> {
  const manifest = {
    schema: "anvil-serving.protocol-session-corpus/v1",
    version: "test",
    content_sha256: "0".repeat(64),
    cases: [{
      id: "one",
      invariant: "What a runner can see.",
      adapter_paths: [path],
      fixture: "fixture.json",
      expected_fixture: "expected.json",
      kind: "stream",
      not_applicable: ADAPTER_PATHS.filter((other) => other !== path)
        .map((other) => ({ path: other, reason: "This test has no use for it." })),
    }],
  };
  const grounds = { requirement: "R003", oracle: "transcript", basis: "policy", source: "a test" };
  const each = (make: (pair: readonly [Loose, Loose]) => Loose) =>
    Object.fromEntries(Object.entries(variants).map(([name, pair]) => [name, make(pair)]));
  const files = {
    "manifest.json": JSON.stringify(manifest),
    "fixture.json": JSON.stringify({ variants: each(([one]) => ({ about: "a test", ...one })) }),
    "expected.json": JSON.stringify({ variants: each(([, one]) => ({ ...grounds, ...one })) }),
  };
  return await loadCorpus(memoryFiles(files), { anyDigest: true });
}

/** Exchanges in Chat alone: what is asked and what the upstream answers, each with more. */
export function exchange(request: Loose, answer: Loose, more: Loose = {}): Loose {
  return { request: { chat: request }, answer: { chat: answer }, ...more };
}

/** Runs it: the verdict, and the code of each finding with its clause. */
export async function verdictOf(
  corpus: Corpus,
  target: CorpusTarget,
  path = "chat-to-chat",
): Promise<readonly [verdict: string, ...codes: string[]]> {
  const { results } = await runCorpus({ target, corpus, paths: [path] });
  const [one] = results;
  const codes = one?.findings.map(({ code, clause }) => `${code} ${clause}`) ?? [];
  return [one?.verdict ?? "none", ...codes];
}

/**
 * A small corpus in memory, right in every way, for tests that break one thing of it.
 *
 * @module
 */
import { digestOf, identityOf } from "../../lib/corpus/digest.ts";
import { CorpusError, type CorpusFaultKind } from "../../lib/corpus/fault.ts";
import { memoryFiles } from "../../lib/corpus/files.ts";
import { type Corpus, loadCorpus, type LoadOptions } from "../../lib/corpus/load.ts";
import { GATEWAY_PATHS } from "../../lib/corpus/paths.ts";
import { assert, assertEquals } from "@std/assert";

/** Anything that JSON can hold, to be taken apart in a test. */
// deno-lint-ignore no-explicit-any
export type Loose = any;

/** What a test may change before it is written out. */
export interface Small {
  manifest: Loose;
  fixture: Loose;
  expected: Loose;
}

/** A fresh copy of everything. */
export function small(): Small {
  const request = (text: string) => ({
    chat: { model: "m", messages: [{ role: "user", content: text }] },
    messages: { model: "m", max_tokens: 9, messages: [{ role: "user", content: text }] },
    responses: { model: "m", input: text },
  });
  const answer = { body: { id: "x" } };
  return {
    manifest: {
      schema: "anvil-serving.protocol-session-corpus/v1",
      version: "1",
      content_sha256: "",
      cases: [{
        id: "greeting",
        invariant: "A greeting is a greeting.",
        adapter_paths: [...GATEWAY_PATHS],
        fixture: "fixtures/greeting.json",
        expected_fixture: "expected/greeting.json",
        kind: "roundtrip",
        not_applicable: [{ path: "agent", reason: "It has no wire." }],
      }],
    },
    fixture: {
      variants: {
        plain: {
          about: "a greeting",
          exchanges: [{
            request: request("Hello"),
            answer: { chat: answer, messages: answer, responses: answer },
          }],
        },
      },
    },
    expected: {
      variants: {
        plain: {
          requirement: "R003",
          oracle: "transcript",
          basis: "policy",
          source: "it is polite",
          exchanges: [{
            upstream: [{ turns: [{ role: "user", parts: [{ text: "Hello" }] }] }],
            answer: { ending: "complete", parts: [{ text: "Hello" }], stop: "stop" },
          }],
        },
      },
    },
  };
}

/** The files of it; the digest is set where the test did not. */
export async function smallFiles(parts: Small): Promise<Record<string, string>> {
  const { manifest, fixture, expected } = parts;
  const files: Record<string, string> = {
    "fixtures/greeting.json": JSON.stringify(fixture),
    "expected/greeting.json": JSON.stringify(expected),
  };
  if (manifest.content_sha256 === "") {
    const bytes = new Map(
      Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]),
    );
    manifest.content_sha256 = await digestOf(await identityOf(manifest, bytes));
  }
  return { "manifest.json": JSON.stringify(manifest), ...files };
}

/** Loads it. */
export async function loadSmall(parts: Small, options?: LoadOptions): Promise<Corpus> {
  return await loadCorpus(memoryFiles(await smallFiles(parts)), options);
}

/** The fault that loading ends in, and where. */
export async function faultOf(
  loading: () => Promise<unknown>,
): Promise<readonly [CorpusFaultKind, string]> {
  try {
    await loading();
  } catch (error) {
    assert(error instanceof CorpusError, String(error));
    assertEquals(error.name, "CorpusError");
    return [error.kind, error.where];
  }
  throw new Error("it loaded");
}

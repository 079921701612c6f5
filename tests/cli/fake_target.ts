/**
 * The fake gateway as a target, and small corpora to play it with.
 *
 * @module
 */
import type { CorpusReport } from "../../lib/corpus/report.ts";
import { liveTarget } from "../../lib/corpus/live/live_target.ts";
import type { TargetFile } from "../../lib/corpus/live/target_file.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import { asks, corpusOfVariants, exchange, says, turns, whole } from "../corpus/chat_corpus.ts";

const PROGRAM = new URL("./fake_gateway.ts", import.meta.url).pathname;

/** The target, with the mode of the fake gateway and what else is said. */
export function fakeTarget(
  mode: string,
  more: Partial<TargetFile> = {},
  process: Partial<TargetFile["process"]> & { readonly extra?: string } = {},
): TargetFile {
  const { extra = "", ...kept } = process;
  const argv = [
    Deno.execPath(),
    "run",
    "--no-config",
    "--no-check",
    "--quiet",
    "-A",
    PROGRAM,
    mode,
    "${GATEWAY_PORT}",
    "${UPSTREAM_URL}",
    ...(extra === "" ? [] : [extra]),
  ];
  return {
    name: "fake",
    gateway: "http://127.0.0.1:0",
    upstream: { listen: "127.0.0.1:0" },
    paths: { "chat-to-chat": {} },
    process: { argv, stop_s: 0, ...kept },
    ...more,
  };
}

/** A cell that is relayed, by what is asked: everything else follows. */
export function relayedVariant(text: string, status = 200) {
  const error = { status, body: { error: { message: "no", type: "server_error" } } };
  const answer = status === 200 ? says("y") : error;
  const expected = status === 200
    ? whole("y")
    : { ending: "error", parts: [], error: { status: { any: true } } };
  return [
    { exchanges: [exchange(asks(text), answer)] },
    { exchanges: [{ upstream: [turns(text)], answer: expected }] },
  ] as const;
}

/** Plays these cells with it. What the run says is told to `said`. */
export async function playFake(
  file: TargetFile,
  variants: Readonly<Record<string, readonly [unknown, unknown]>> = { one: relayedVariant("x") },
  options: { readonly said?: string[]; readonly signal?: AbortSignal; readonly showValues?: true } =
    {},
): Promise<CorpusReport> {
  const { said = [], ...rest } = options;
  return await runCorpus({
    corpus: await corpusOfVariants(variants),
    target: liveTarget(file, { here: "/", env: () => undefined, say: (line) => said.push(line) }),
    ...rest,
  });
}

/** Verdicts by variant, with the codes of what was found. */
export function verdicts({ results }: CorpusReport): Readonly<Record<string, string>> {
  return Object.fromEntries(
    results.filter(({ verdict }) => verdict !== "not_applicable").map((
      { id, verdict, findings },
    ) => [
      id.split(".")[1]!,
      [verdict, ...new Set(findings.map(({ code }) => code))].join(" "),
    ]),
  );
}

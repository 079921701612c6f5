/**
 * `wt-inject corpus explain`: what a case sends, what it holds back, what it expects, and why.
 *
 * @module
 */
import { stringifyJson } from "../contract/json.ts";
import { nearest } from "../contract/nearest.ts";
import { UsageError } from "../contract/usage.ts";
import { caseDetails, type VariantDetails } from "../corpus/catalog.ts";
import type { Answer, FixtureExchange, StreamStep, Variant } from "../corpus/fixture.ts";
import type { Corpus, LoadedCase } from "../corpus/load.ts";
import { ADAPTER_PATHS, type AdapterPath, endsOf } from "../corpus/paths.ts";
import { REQUIREMENTS } from "../corpus/requirements.ts";
import { type Dialect, DIALECTS } from "../corpus/transcript.ts";
import { safeJson } from "../report/json.ts";
import { visible } from "../report/visible.ts";
import type { Arguments } from "./arguments.ts";
import { expectationsText } from "./corpus_show.ts";
import { corpusOf } from "./corpus_source.ts";
import { liveCheck } from "./explain_agent.ts";
import type { Io } from "./io.ts";
import { paragraph } from "./wrap.ts";

/** What was asked about: a case, one variant of it, or one cell. */
interface Asked {
  readonly one: LoadedCase;
  readonly variants: readonly VariantDetails[];
  readonly path?: AdapterPath;
}

/** Prints it. @throws {UsageError} where there is nothing of that name */
export async function run(args: Arguments, io: Io): Promise<number> {
  const asked = askedFor(await corpusOf(args), args.positionals[0]!);
  io.stdout.write(args.text("format") === "json" ? asJson(asked) : asText(asked));
  return 0;
}

function askedFor({ cases }: Corpus, name: string): Asked {
  const [id, variant, path, ...more] = name.split(".");
  const one = cases.find(({ about }) => about.id === id);
  const known = (what: string, names: readonly string[], given: string | undefined): UsageError => {
    const near = nearest(given ?? "", names);
    return new UsageError(
      `Cannot explain ${JSON.stringify(name)}: there is no such ${what}`,
      near === undefined ? `"wt-inject corpus list" has every name.` : `Did you mean ${near}?`,
    );
  };
  if (liveCheck(name) !== undefined) {
    throw new UsageError(
      `Cannot explain ${JSON.stringify(name)}: it is a check on agents, and no case of the corpus`,
      `"wt-inject explain ${name}" does.`,
    );
  }
  if (one === undefined) throw known("case", cases.map(({ about }) => about.id), id);
  const all = caseDetails(one);
  const variants = variant === undefined ? all : all.filter((each) => each.id === variant);
  if (variants.length === 0) throw known("variant", all.map((each) => each.id), variant);
  const found = ADAPTER_PATHS.find((each) => each === path);
  if ((path !== undefined && found === undefined) || more.length > 0) {
    throw known("path", ADAPTER_PATHS, path);
  }
  if (found === undefined) return { one, variants };
  return {
    one,
    path: found,
    variants: variants.map((each) => ({
      ...each,
      cells: each.cells.filter((cell) => cell.path === found),
    })),
  };
}

/** Put together piece by piece: the fixture's numbers stay as they are spelled. */
function asJson({ one: { about, fixture, doc }, variants }: Asked): string {
  const parts = variants.map(({ id, cells, ...rest }) => {
    const stimuli = stringifyJson(doc, stimuliOf(fixture.variants[id]!));
    const head = JSON.stringify({ id, ...rest, sentence: REQUIREMENTS[rest.requirement] });
    return `${head.slice(0, -1)},"stimuli":${stimuli},"cells":${safeJson(cells)}}`;
  });
  const { id, kind, invariant } = about;
  const head = JSON.stringify({ id, kind, invariant });
  return `${head.slice(0, -1)},"variants":[${parts.join(",")}]}\n`;
}

// The fixture's own objects: a document knows numbers by what holds them.
function stimuliOf(variant: Variant) {
  return variant as unknown as Parameters<typeof stringifyJson>[1];
}

function asText({ one, variants, path }: Asked): string {
  const { id, kind, invariant } = one.about;
  const head = [`${id} (${kind})`, paragraph(visible(invariant), 2)].join("\n");
  return [head, ...variants.map((each) => variantText(one, each, path))].join("\n\n") + "\n";
}

function variantText(one: LoadedCase, details: VariantDetails, path?: AdapterPath): string {
  const { id, about, requirement } = details;
  const { exchanges = [], together, agent } = one.fixture.variants[id]!;
  const ends = path === undefined ? undefined : endsOf(path);
  const sides = {
    client: ends === undefined ? DIALECTS : [ends.client],
    upstream: ends === undefined ? DIALECTS : [ends.upstream],
  };
  const wire = path === "agent" ? [] : exchanges.map((exchange, index) =>
    exchangeText(
      one,
      exchange,
      exchanges.length > 1 ? `, ${index + 1} of ${exchanges.length}` : "",
      sides,
    )
  );
  const loop = agent !== undefined && (path === undefined || path === "agent")
    ? [`  The agent is played\n${jsonText(one, agent as unknown as Json, 4)}`]
    : [];
  return [
    paragraph(`${id}: ${visible(about)}`),
    paragraph(`${requirement}: "${REQUIREMENTS[requirement]}"`, 2),
    ...(together === true
      ? [paragraph("All requests are under way at once; none is answered before all have come.", 2)]
      : []),
    ...wire,
    ...loop,
    `  What must come of it\n${expectationsText(details)}`,
  ].join("\n\n");
}

interface Sides {
  readonly client: readonly Dialect[];
  readonly upstream: readonly Dialect[];
}

type Json = Parameters<typeof stringifyJson>[1];

function exchangeText(
  one: LoadedCase,
  { request, answer, leave, history, replay }: FixtureExchange,
  nth: string,
  { client, upstream }: Sides,
): string {
  const more = [
    ...(history === undefined ? [] : [`It belongs to the conversation ${history}.`]),
    ...(replay === true ? ["Ids of earlier calls are those that the client was given."] : []),
    ...(leave === "sent" ? ["The client leaves when the upstream has its request."] : []),
    ...(leave === "first-text" ? ["The client leaves on its first text."] : []),
  ];
  return [
    ...client.flatMap((dialect) => {
      const body = request[dialect];
      return body === undefined
        ? []
        : [`  The client sends (${dialect}${nth})\n${jsonText(one, body, 4)}`];
    }),
    ...(more.length === 0 ? [] : [paragraph(more.join(" "), 2)]),
    ...upstream.flatMap((dialect) => {
      const given = answer[dialect];
      return given === undefined
        ? []
        : [`  The upstream answers (${dialect}${nth})\n${answerText(one, given)}`];
    }),
  ].join("\n");
}

function answerText(one: LoadedCase, answer: Answer): string {
  const { status = 200, headers = {} } = answer;
  const head = [
    `status ${status}`,
    ...Object.entries(headers).map(([name, text]) => `${name}: ${text}`),
  ]
    .map((line) => `    ${visible(line)}`);
  if ("body" in answer) return [...head, jsonText(one, answer.body, 4)].join("\n");
  if ("text" in answer) return [...head, `    ${visible(answer.text)}`].join("\n");
  const { writes = "events", framing = "chunked", end = "whole" } = answer;
  const ends = { whole: "it ends", cut: "it breaks off", reset: "it resets the connection" }[end];
  const how = typeof writes === "string" ? writes : JSON.stringify(writes);
  return [
    ...head,
    `    a stream, ${framing === "chunked" ? "chunked" : "until it closes"}, written by: ${how}`,
    ...answer.stream.map((step) => `    ${stepText(one, step)}`),
    `    ${ends}`,
  ].join("\n");
}

function stepText(one: LoadedCase, step: StreamStep): string {
  if ("hold" in step) {
    return step.hold === "first-text"
      ? "-- holds the rest until the client has seen a text --"
      : "-- says no more until the gateway has left --";
  }
  if ("head" in step) return "-- the head alone --";
  if ("base64" in step) return `bytes, base64: ${step.base64}`;
  if ("text" in step) return `text: ${visible(step.text)}`;
  return `event: ${visible(stringifyJson(one.doc, step.event))}`;
}

/** Compact: a body a line, as it goes on the wire. */
function jsonText({ doc }: LoadedCase, value: Json, indent: number): string {
  return `${" ".repeat(indent)}${visible(stringifyJson(doc, value))}`;
}

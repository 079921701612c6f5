/**
 * Mutants that break what is told of the tokens that an answer took.
 *
 * @module
 */
import { sum } from "../decimal.ts";
import type { NeutralAnswer, NeutralUsage } from "../neutral.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { type GatewayMutant, partsWith, type PathKind } from "./mutant.ts";
import { answers, events, eventsRead } from "./seams.ts";

function mutant(
  id: string,
  what: string,
  parts: () => Partial<GatewayParts>,
  kill: string,
  code: string,
  kinds: readonly PathKind[] = ["across"],
): GatewayMutant {
  const kills = [{ case: kill, code }];
  return { id, what, breaks: "R002", kinds, make: () => partsWith(parts()), kills };
}

/** The usage of an answer, whole and streamed. */
function usages(
  change: (usage: NeutralUsage) => NeutralUsage | undefined,
): Pick<GatewayParts, "writeAnswer" | "streamReader"> {
  const changed = <T extends Pick<NeutralAnswer, "usage">>({ usage, ...rest }: T) => {
    const next = usage === undefined ? undefined : change(usage);
    return { ...rest, ...(next === undefined ? {} : { usage: next }) } as T;
  };
  return {
    ...answers((answer) => changed(answer)),
    ...events(() => (event) => [event.kind === "end" ? changed(event) : event]),
  };
}

interface Event {
  readonly type?: string;
  readonly message?: { usage?: { output_tokens?: number; input_tokens?: number } };
  readonly usage?: { output_tokens?: number } | null;
}

/** Adds each count of a stream to those before it. */
function deltasAdded(): (event: Event) => void {
  let output = 0;
  return ({ type, message, usage }) => {
    const counts = type === "message_start" ? message?.usage : usage;
    if (typeof counts?.output_tokens !== "number") return;
    output += counts.output_tokens;
    counts.output_tokens = output;
  };
}

/** Token counts. */
export const METER_MUTANTS: readonly GatewayMutant[] = [
  mutant(
    "cached-counted-twice",
    "adds cached tokens to an input that includes them",
    () =>
      usages(({ input, ...usage }) =>
        input === undefined ? usage : { ...usage, input: sum(input, usage.cached) ?? input }
      ),
    "usage-cache-arithmetic.whole",
    "usage-changed",
  ),
  mutant(
    "cache-writes-not-counted",
    "leaves tokens that were written to the cache out of the input",
    () =>
      usages(({ input, cacheWrite, ...usage }) =>
        input === undefined
          ? usage
          : { ...usage, input: String(BigInt(input) - BigInt(cacheWrite ?? 0)) }
      ),
    "usage-cache-arithmetic.streamed",
    "usage-changed",
  ),
  mutant(
    "reasoning-added-to-output",
    "adds reasoning tokens to an output that includes them",
    () =>
      usages(({ output, ...usage }) =>
        output === undefined ? usage : { ...usage, output: sum(output, usage.reasoning) ?? output }
      ),
    "usage-cache-arithmetic.whole",
    "usage-changed",
  ),
  mutant(
    "zero-rest-as-unknown",
    "takes an input of which nothing is left beside the cache for one that wasn't told",
    () => ({
      writeAnswer: {
        ...gatewayParts.writeAnswer,
        messages: (answer, context) =>
          gatewayParts.writeAnswer.messages(answer, context)
            .replace('"input_tokens":0,', `"input_tokens":${answer.usage?.input ?? 0},`),
      },
    }),
    "usage-cache-arithmetic.all-cached",
    "usage-changed",
  ),
  mutant(
    "null-count-voids-usage",
    "tells no usage where a part of it is null",
    () => {
      const dropped = (text: string) => /"(?:\w+_details|cache_\w+)":null/.test(text);
      const { readAnswer } = gatewayParts;
      return {
        readAnswer: {
          ...readAnswer,
          chat(doc, steps) {
            const { usage, ...answer } = readAnswer.chat(doc, steps);
            return usage === undefined || dropped(JSON.stringify(doc.value))
              ? answer
              : { ...answer, usage };
          },
        },
      };
    },
    "usage-cache-arithmetic.null-details",
    "usage-changed",
  ),
  mutant(
    "cumulative-counts-added",
    "adds up the counts of a Messages stream, each of which replaces the one before",
    () => eventsRead<Event>(deltasAdded),
    "usage-cache-arithmetic.told-twice",
    "usage-changed",
    ["relay", "across"],
  ),
  mutant(
    "counts-at-start-unread",
    "reads the counts of a Messages stream from its end alone",
    () =>
      eventsRead<Event>(() => ({ type, message }) => {
        if (type === "message_start") delete message?.usage?.input_tokens;
      }),
    "usage-placement.split",
    "usage-changed",
    ["relay", "across"],
  ),
  mutant(
    "usage-lost-when-cut",
    "tells no usage of a stream that its limit cut",
    () =>
      events(() => (event) => {
        if (event.kind !== "end" || event.stop !== "length") return [event];
        const { usage: _, ...end } = event;
        return [end];
      }),
    "usage-placement.on-incomplete",
    "usage-missing",
  ),
];

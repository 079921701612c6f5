/**
 * The table of gateway mutants, and the five detections that the corpus owes.
 */
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { cellsOf } from "../../lib/corpus/cells.ts";
import { isRequirement } from "../../lib/corpus/requirements.ts";
import { GATEWAY_MUTANTS, UNKILLED } from "../../lib/gateway/mutants/mutant_list.ts";
import { GATEWAY_ODDITIES } from "../../lib/gateway/mutants/oddities.ts";
import { type GatewayParts, gatewayParts } from "../../lib/gateway/parts.ts";
import { accusedOf, corpus, pathsOf } from "./gateway_mutants.ts";

function exchanged(parts: GatewayParts): readonly string[] {
  const names = Object.keys(gatewayParts) as (keyof GatewayParts)[];
  return names.filter((name) => parts[name] !== gatewayParts[name]);
}

Deno.test("there are thirty gateway mutants and more, each with an id of its own", () => {
  const ids = [...GATEWAY_MUTANTS, ...GATEWAY_ODDITIES].map(({ id }) => id);
  assertEquals(ids.length, new Set(ids).size);
  assertEquals(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)), []);
  assert(GATEWAY_MUTANTS.length - UNKILLED.length >= 30);
});

Deno.test("a gateway mutant has cases that accuse it, or stands among those that none does", () => {
  const free = GATEWAY_MUTANTS.filter(({ kills }) => kills.length === 0).map(({ id }) => id);
  assertEquals(free.toSorted(), UNKILLED.map(({ id }) => id).toSorted());
});

Deno.test("a gateway mutant names cases, requirements and kinds of paths that there are", () => {
  const variants = cellsOf(corpus).map(({ one, variant }) => [one.about.id, variant] as const);
  const known = new Set(variants.flatMap(([id, variant]) => [id, `${id}.${variant}`]));
  for (const { id, breaks, kinds, kills } of GATEWAY_MUTANTS) {
    assert(isRequirement(breaks), `${id}: ${breaks}`);
    assertNotEquals(kinds, [], id);
    for (const kill of kills) assert(known.has(kill.case), `${id}: ${kill.case}`);
  }
});

Deno.test("every gateway mutant and oddity exchanges a part, and few", () => {
  for (const { id, make } of [...GATEWAY_MUTANTS, ...GATEWAY_ODDITIES]) {
    const names = exchanged(make());
    assert(names.length >= 1 && names.length <= 3, `${id}: ${names}`);
  }
});

/** The five that the specification names: mutant, case, code. */
const OWED: readonly (readonly [what: string, id: string, one: string, code: string])[] = [
  ["a swapped tool id", "result-ids-swapped", "results-out-of-order", "result-swapped"],
  [
    "a mutated prior message",
    "earlier-message-changed",
    "history-append-only",
    "not-append-only",
  ],
  [
    "a hidden extra upstream attempt",
    "retry-on-overload",
    "client-retry-is-explicit.after-overload",
    "hidden-attempt",
  ],
  ["a buffered stream", "buffered-whole", "stream-first-event.text", "buffered"],
  [
    "a truncated success",
    "truncated-as-done",
    "stream-truncated.eof-after-text",
    "false-success",
  ],
];

for (const [what, id, one, code] of OWED) {
  Deno.test(`the corpus detects ${what}, and passes the gateway without it`, async () => {
    const { make } = GATEWAY_MUTANTS.find((mutant) => mutant.id === id)!;
    const paths = ["messages-to-chat", "chat-to-responses"];
    const accused = await accusedOf(make, paths, [one]);
    const found = accused.filter(({ verdict, codes }) =>
      verdict === "failed" && codes.includes(code)
    );
    assertEquals(found.map(({ path }) => path).toSorted(), paths.toSorted());
    assertEquals(await accusedOf(() => gatewayParts, pathsOf(["relay", "across"]), [one]), []);
  });
}

/**
 * Short ways to compare in tests.
 *
 * @module
 */
import { compareTurns } from "../../lib/corpus/compare_turns.ts";
import { Differences } from "../../lib/corpus/difference.ts";
import type { Basis, ExpectedPart, ExpectedTurn } from "../../lib/corpus/expectation.ts";
import { Ids } from "../../lib/corpus/ids.ts";
import type { Arguments, Dialect, Part, Turn } from "../../lib/corpus/transcript.ts";

/** Code, severity and pointer of each difference. */
export type Told = readonly (readonly [code: string, severity: string, pointer: string])[];

/** What differs, in short. */
export function inShort(differences: Differences): Told {
  return differences.list.map(({ code, severity, pointer }) => [code, severity, pointer]);
}

/** A place for differences. */
export function collector(basis: Basis = "derived"): Differences {
  return new Differences({ basis, source: "a test" });
}

/** What differs between two conversations; ids may be renamed unless `verbatim`. */
export function turnsDiffer(
  expected: readonly ExpectedTurn[],
  received: readonly Turn[],
  options: { readonly verbatim?: boolean; readonly dialect?: Dialect; readonly ids?: Ids } = {},
): Told {
  const differences = collector();
  const ids = options.ids ?? new Ids(options.verbatim ?? false);
  compareTurns(expected, received, "", { ids, dialect: options.dialect ?? "chat", differences });
  return inShort(differences);
}

/** A text on the expected side. */
export function said(value: string): ExpectedPart {
  return { text: { values: [value] } };
}

/** A call; arguments are JSON text. */
export function call(id: string, name = "f", json = "{}"): { call: never } & Part & ExpectedPart {
  const args: Arguments = { kind: "object", json };
  return { call: { id, name, arguments: args } } as { call: never } & Part & ExpectedPart;
}

/** A result on the expected side. */
export function wants(id: string, text: string): ExpectedPart {
  return { result: { id, text: { values: [text] } } };
}

/** A result on the received side. */
export function got(id: string, text: string): Part {
  return { result: { id, text } };
}

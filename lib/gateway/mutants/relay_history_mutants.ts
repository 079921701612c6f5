/**
 * Mutants of a relay that tidy up a history which was the client's own affair.
 *
 * @module
 */
import type { JsonValue } from "../../contract/json.ts";
import type { Dialect } from "../dialect.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { relayed } from "./seams.ts";
import { entriesOf, type Members } from "./written.ts";

function mutant(
  id: string,
  what: string,
  change: (body: Members, dialect: Dialect) => void,
  kills: GatewayMutant["kills"],
): GatewayMutant {
  return {
    id,
    what,
    breaks: "R003",
    kinds: ["relay"],
    make: () => partsWith(relayed(change)),
    kills,
  };
}

/** Puts the entries that are picked before all others. */
function first(entries: Members[], pick: (entry: Members) => boolean): void {
  entries.sort((one, other) => Number(pick(other)) - Number(pick(one)));
}

/** The blocks of a content, where it is a list. */
function blocksOf(content: JsonValue | undefined): Members[] {
  return Array.isArray(content) ? content as Members[] : [];
}

/** Fills the text of a result that has none. */
function filled(body: Members, dialect: Dialect): void {
  const entries = entriesOf(body);
  const results = dialect === "messages"
    ? entries.flatMap(({ content }) => blocksOf(content))
    : entries;
  for (const entry of results) {
    if (entry.role === "tool" || entry.type === "tool_result") {
      if (entry.content === "") entry.content = "(no output)";
    } else if (entry.type === "function_call_output" && entry.output === "") {
      entry.output = "(no output)";
    }
  }
}

/** A relay's histories, tidied up. */
export const RELAY_HISTORY_MUTANTS: readonly GatewayMutant[] = [
  mutant(
    "relayed-late-system-hoisted",
    "relays system texts before all else",
    (body) => first(entriesOf(body), ({ role }) => role === "system"),
    [{ case: "system-positions.mid-thread", code: "turn-missing" }],
  ),
  mutant(
    "relayed-results-first",
    "relays results before the text that the client sent before them",
    (body, dialect) => {
      if (dialect === "messages") {
        for (const { content } of entriesOf(body)) {
          first(blocksOf(content), ({ type }) => type === "tool_result");
        }
        return;
      }
      const entries = entriesOf(body);
      const isResult = ({ role, type }: Members) =>
        role === "tool" || type === "function_call_output";
      for (let at = 1; at < entries.length; at++) {
        const before = entries[at - 1]!;
        if (!isResult(entries[at]!) || before.role !== "user") continue;
        entries.splice(at - 1, 2, entries[at]!, before);
      }
    },
    [{ case: "tool-results-plus-user-text.between", code: "part-added" }],
  ),
  mutant(
    "relayed-result-of-nothing-filled",
    "relays a text of its own where a result has none",
    filled,
    [{ case: "null-and-empty-content.history-null", code: "result-text" }],
  ),
];

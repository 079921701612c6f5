/**
 * Marks: a word in the last user text of a request, by which its attempts are known again wherever
 * and whenever they come. Taken out again before anything is read.
 *
 * A gateway that lives longer than a cell may send late what belongs to an earlier one; without a
 * mark that would be held against the wrong cell.
 *
 * @module
 */
import type { JsonValue } from "../contract/json.ts";
import { utf8Text } from "../wire/bytes.ts";
import type { JsonBody } from "./fixture.ts";
import type { Dialect } from "./transcript.ts";

/** Requests of one exchange that came upstream when their cell was over. */
export interface LateRequests {
  /** The cell's id. */
  readonly id: string;
  readonly exchange: number;
  /** How many of them had come while it was played; 0 where what came late is no attempt. */
  readonly before: number;
  /** How many came late. */
  readonly requests: number;
}

/** What a mark says. */
interface Found {
  readonly cell: number;
  readonly exchange: number;
}

/** One play of a cell. */
interface Marked {
  readonly id: string;
  /** Its exchanges; what is sent beyond them only looks into the gateway. */
  readonly exchanges: number;
  readonly inTime: number[];
  readonly late: number[];
  /** As `late`, at no route of a model's: no attempt, whenever it comes. */
  readonly beside: number[];
}

/** The marks of one run. */
export class Marks {
  // Letters of which no word is made, so that no text has one by chance.
  readonly #word = `wt${randomLetters(6)}`;
  readonly #cells: Marked[] = [];

  /** The marks of one more play of a cell with so many exchanges. */
  cell(id: string, exchanges: number): CellMarks {
    const cell = this.#cells.push({ id, exchanges, inTime: [], late: [], beside: [] }) - 1;
    return {
      put: (body, dialect, exchange) => markedBody(body, dialect, this.#text(cell, exchange)),
      find: (body, attempts) => {
        const found = this.#find(body);
        if (found === undefined) return undefined;
        const own = found.cell === cell;
        if (attempts || !own) this.#note(found, !attempts ? "beside" : own ? "inTime" : "late");
        return own ? found.exchange : "late";
      },
      strip: (body) => this.#strip(body),
    };
  }

  /** Takes note of a request that came when no cell was played, whether at a dialect's route or not. */
  between(body: Uint8Array, attempts: boolean): void {
    const found = this.#find(body);
    if (found !== undefined) this.#note(found, attempts ? "late" : "beside");
  }

  /** What came late, in the order in which the cells were played. */
  get late(): readonly LateRequests[] {
    return this.#cells.flatMap(({ id, exchanges, inTime, late, beside }) => [
      ...late.flatMap((requests, exchange) => ({
        id,
        exchange,
        before: exchange < exchanges ? inTime[exchange] ?? 0 : 0,
        requests,
      })),
      ...beside.flatMap((requests, exchange) => ({ id, exchange, before: 0, requests })),
    ]);
  }

  #text(cell: number, exchange: number): string {
    return `${this.#word}c${cell}e${exchange}`;
  }

  #find(body: Uint8Array): Found | undefined {
    const [, cell, exchange] = new RegExp(`${this.#word}c(\\d+)e(\\d+)[yz]`)
      .exec(new TextDecoder().decode(body)) ?? [];
    return cell === undefined ? undefined : { cell: Number(cell), exchange: Number(exchange) };
  }

  #note({ cell, exchange }: Found, when: "inTime" | "late" | "beside"): void {
    const counts = this.#cells[cell]?.[when];
    if (counts !== undefined) counts[exchange] = (counts[exchange] ?? 0) + 1;
  }

  #strip(body: Uint8Array): Uint8Array {
    const text = utf8Text(body);
    if (text === undefined || !text.includes(this.#word)) return body;
    const mark = `${this.#word}c\\d+e\\d+`;
    return new TextEncoder().encode(text.replace(new RegExp(` ${mark}z|${mark}y `, "g"), ""));
  }
}

/** The marks of one cell. */
export interface CellMarks {
  /** The request with its mark; as it is, where it has no user text that could carry one. */
  put(body: JsonBody, dialect: Dialect, exchange: number): JsonBody;
  /**
   * The exchange that a request belongs to; `late` for another cell's; undefined without a mark.
   *
   * @param attempts it came at a dialect's route, and counts
   */
  find(body: Uint8Array, attempts: boolean): number | "late" | undefined;
  /** The bytes as they would be had nothing been marked. */
  strip(body: Uint8Array): Uint8Array;
}

function randomLetters(length: number): string {
  const letters = "bcdfghjkmnpqrstvwx";
  return [...crypto.getRandomValues(new Uint8Array(length))]
    .map((byte) => letters[byte % letters.length]).join("");
}

/** Copies what leads to the text and nothing else: the rest keeps how its numbers are spelled. */
function markedBody(body: JsonBody, dialect: Dialect, mark: string): JsonBody {
  const key = dialect === "responses" ? "input" : "messages";
  const turns = body[key];
  if (typeof turns === "string") {
    const text = markedText(turns, mark);
    return text === undefined ? body : { ...body, [key]: text };
  }
  if (!Array.isArray(turns)) return body;
  const marked = lastOf(turns, (turn) => {
    if (!isObject(turn) || turn.role !== "user") return undefined;
    const { content } = turn;
    const changed = typeof content === "string"
      ? markedText(content, mark)
      : Array.isArray(content)
      ? lastOf(content, (part) => markedPart(part, mark))
      : undefined;
    return changed === undefined ? undefined : { ...turn, content: changed };
  });
  return marked === undefined ? body : { ...body, [key]: marked };
}

/** The list with the last item that can be changed changed; undefined where none can. */
function lastOf(
  list: readonly JsonValue[],
  change: (item: JsonValue) => JsonValue | undefined,
): JsonValue[] | undefined {
  for (let index = list.length - 1; index >= 0; index--) {
    const changed = change(list[index]!);
    if (changed !== undefined) return list.with(index, changed);
  }
  return undefined;
}

function markedPart(part: JsonValue, mark: string): JsonValue | undefined {
  if (!isObject(part) || typeof part.text !== "string") return undefined;
  if (part.type !== "text" && part.type !== "input_text") return undefined;
  const text = markedText(part.text, mark);
  return text === undefined ? undefined : { ...part, text };
}

/** On the side that has no white space: a gateway that trims is seen all the same. */
function markedText(text: string, mark: string): string | undefined {
  if (/\S$/.test(text)) return `${text} ${mark}z`;
  return /^\S/.test(text) ? `${mark}y ${text}` : undefined;
}

function isObject(value: JsonValue): value is JsonBody {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/**
 * The grammar of RFC 8259, walked without recursion.
 *
 * @module
 */
import { characterAt, fault } from "./json_fault.ts";
import { escapeToken } from "./json_pointer.ts";
import { scanLiteral, scanNumber, scanString } from "./json_scan.ts";
import { KeyOrders } from "./json_orders.ts";
import { Spellings } from "./json_spellings.ts";

/** A JSON value as JSON.parse gives it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | {
  [key: string]: JsonValue;
};

type JsonObject = { [key: string]: JsonValue };

/** What a walk over the text brings home. */
export interface Parsed {
  readonly value: JsonValue;
  readonly spellings: Spellings;
  readonly orders: KeyOrders;
  readonly duplicates: readonly string[];
  readonly duplicateCount: number;
}

/** How many duplicate keys are named; the others are counted. */
const MAX_DUPLICATES = 100;
/** A pointer longer than this stops at the last ancestor that fits. */
const MAX_POINTER_LENGTH = 1_000;
/** Integers of up to this many digits are exact in a double, and spelled alike in JavaScript. */
const EXACT_DIGITS = 15;

const TAB = 0x09, LF = 0x0a, CR = 0x0d, SPACE = 0x20, QUOTE = 0x22, COMMA = 0x2c, MINUS = 0x2d;
const ZERO = 0x30, NINE = 0x39, COLON = 0x3a, OPEN_LIST = 0x5b, BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d, OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d, BOM = 0xfeff;

/** Parses one JSON text. Throws {@linkcode JsonSyntaxError}. */
export function parseText(text: string, maxDepth: number): Parsed {
  const spellings = new Spellings();
  const orders = new KeyOrders();
  const duplicates: string[] = [];
  let duplicateCount = 0;
  // The open containers from the outermost in, and beside each object the key that is being read.
  const open: (JsonValue[] | JsonObject)[] = [];
  const keys: string[] = [];
  let list: JsonValue[] | undefined;
  let object: JsonObject | undefined;
  let key = "";
  let value: JsonValue;
  let at = 0;
  let code = text.charCodeAt(0);

  if (code === BOM) throw fault("bom", text, 0, "the text begins with a byte order mark (U+FEFF)");
  skipSpace();
  if (at >= text.length) throw fault("empty", text, at, "the text is empty");

  for (;;) {
    // A value begins here.
    if (code === QUOTE) value = readString();
    else if ((code >= ZERO && code <= NINE) || code === MINUS) value = readNumber();
    else if (code === OPEN_OBJECT) {
      object = {};
      list = undefined;
      if (descend(object) !== CLOSE_OBJECT) {
        readKey(object);
        continue;
      }
      value = ascend();
    } else if (code === OPEN_LIST) {
      list = [];
      object = undefined;
      if (descend(list) !== CLOSE_LIST) continue;
      value = ascend();
    } else {
      const literal = scanLiteral(text, at);
      value = literal.value;
      code = text.charCodeAt(at = literal.end);
    }

    // A value is whole: hang it up, and close what closes after it.
    for (;;) {
      skipSpace();
      if (list !== undefined) {
        list.push(value);
        if (code === COMMA) {
          code = text.charCodeAt(++at);
          skipSpace();
          break;
        }
        if (code !== CLOSE_LIST) throw expected("',' or ']'");
      } else if (object !== undefined) {
        if (key === "__proto__") define(object, key, value);
        else object[key] = value;
        if (code === COMMA) {
          code = text.charCodeAt(++at);
          skipSpace();
          readKey(object);
          break;
        }
        if (code !== CLOSE_OBJECT) throw expected("',' or '}'");
      } else {
        if (at < text.length) {
          throw fault("trailing", text, at, `${characterAt(text, at)} stands after the value`);
        }
        return { value, spellings, orders, duplicates, duplicateCount };
      }
      value = ascend();
    }
  }

  function skipSpace(): number {
    while (code === SPACE || code === LF || code === CR || code === TAB) {
      code = text.charCodeAt(++at);
    }
    return code;
  }

  function expected(what: string): Error {
    return fault("syntax", text, at, `expected ${what}, found ${characterAt(text, at)}`);
  }

  function descend(container: JsonValue[] | JsonObject): number {
    if (open.length >= maxDepth) {
      throw fault("depth", text, at, `nested deeper than ${maxDepth} levels`);
    }
    open.push(container);
    keys.push(key);
    code = text.charCodeAt(++at);
    return skipSpace();
  }

  function ascend(): JsonValue {
    const closed = open.pop()!;
    key = keys.pop()!;
    const outer = open[open.length - 1];
    if (Array.isArray(outer)) {
      list = outer;
      object = undefined;
    } else {
      list = undefined;
      object = outer;
    }
    code = text.charCodeAt(++at);
    return closed;
  }

  function readKey(owner: JsonObject): void {
    if (code !== QUOTE) throw expected("a key in double quotes");
    key = readString();
    if (skipSpace() !== COLON) throw expected("':'");
    code = text.charCodeAt(++at);
    skipSpace();
    orders.note(owner, key);
    if (Object.hasOwn(owner, key)) {
      spellings.forget(owner, key);
      if (duplicateCount++ < MAX_DUPLICATES) duplicates.push(pointerHere());
    }
  }

  function readString(): string {
    const start = at;
    do code = text.charCodeAt(++at); while (code >= SPACE && code !== QUOTE && code !== BACKSLASH);
    if (code === QUOTE) {
      const whole = text.slice(start + 1, at);
      code = text.charCodeAt(++at);
      return whole;
    }
    const scanned = scanString(text, start);
    code = text.charCodeAt(at = scanned.end);
    return scanned.value;
  }

  function readNumber(): number {
    const start = at;
    // Plain integers need neither a copy of their digits nor a look at how JavaScript spells them.
    if (code > ZERO) {
      let sum = code - ZERO;
      for (;;) {
        code = text.charCodeAt(++at);
        if (!(code >= ZERO && code <= NINE)) break;
        sum = sum * 10 + (code - ZERO);
      }
      const ends = code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT ||
        code === SPACE ||
        code === LF;
      if (ends && at - start <= EXACT_DIGITS) return sum;
    }
    const scanned = scanNumber(text, start);
    code = text.charCodeAt(at = scanned.end);
    const number = Number(scanned.value);
    if (String(number) !== scanned.value) {
      if (list !== undefined) spellings.set(list, list.length, scanned.value);
      else spellings.set(object, key, scanned.value);
    }
    return number;
  }

  function pointerHere(): string {
    let pointer = "";
    for (let level = 0; level < open.length; level++) {
      const container = open[level]!;
      const inner = level + 1 < open.length ? keys[level + 1]! : key;
      const token = Array.isArray(container) ? container.length : inner;
      if (pointer.length + String(token).length >= MAX_POINTER_LENGTH) break;
      pointer += `/${escapeToken(token)}`;
    }
    return pointer;
  }
}

/** An own property even for `__proto__`, where assignment would set the prototype. */
function define(object: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

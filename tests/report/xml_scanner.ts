/**
 * A small strict reader of XML 1.0, written apart from the writer under test: it knows elements,
 * attributes, character data and the predefined entities, and refuses all else.
 */

/** An element as it was read. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** Character data of this element alone. */
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: Element[];
  text: string;
}

const NAME = /[A-Za-z_][\w.-]*/y;
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** Char, production 2: what may stand in a document at all, whether raw or as a reference. */
function isChar(code: number): boolean {
  return code === 0x9 || code === 0xa || code === 0xd || (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

function decode(raw: string): string {
  return raw.replace(/&([^;]*;?)/g, (whole, body: string) => {
    if (!body.endsWith(";")) throw new SyntaxError(`bare ampersand: ${whole.slice(0, 20)}`);
    const name = body.slice(0, -1);
    const number = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(name);
    if (number === null) {
      const character = NAMED[name];
      if (character === undefined) throw new SyntaxError(`unknown entity: ${name}`);
      return character;
    }
    const code = number[1] === undefined ? Number(number[2]) : parseInt(number[1], 16);
    if (!isChar(code)) throw new SyntaxError(`reference to a forbidden character: ${name}`);
    return String.fromCodePoint(code);
  });
}

/** Reads a document; throws SyntaxError at the first thing that isn't well-formed. */
export function readXml(source: string): Element {
  let at = 0;
  const bad = (what: string): SyntaxError => new SyntaxError(`${what} at ${at}`);
  const take = (pattern: RegExp, what: string): RegExpExecArray => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match === null) throw bad(`expected ${what}`);
    at = pattern.lastIndex;
    return match;
  };

  for (const character of source) {
    if (!isChar(character.codePointAt(0) ?? 0)) throw bad("forbidden character");
  }
  take(/<\?xml version="1\.0" encoding="UTF-8"\?>\s*/y, "an XML declaration");

  const stack: Open[] = [];
  let root: Element | undefined;
  const close = (): void => {
    const done = stack.pop();
    const parent = stack.at(-1);
    if (done === undefined) throw bad("end tag without a start");
    if (parent === undefined) root = done;
    else parent.children.push(done);
  };

  while (at < source.length) {
    const top = stack.at(-1);
    if (source[at] !== "<") {
      const [raw] = take(/[^<]+/y, "text");
      if (raw.includes("]]>")) throw bad("]]> in character data");
      if (top === undefined && raw.trim() !== "") throw bad("text outside the root");
      if (top !== undefined) top.text += decode(raw);
    } else if (source.startsWith("</", at)) {
      at += 2;
      const [name] = take(NAME, "a name");
      take(/\s*>/y, ">");
      if (top?.name !== name) throw bad(`</${name}> closes <${top?.name}>`);
      close();
    } else {
      at += 1;
      if (root !== undefined) throw bad("a second root");
      const [name] = take(NAME, "a name");
      const attributes = new Map<string, string>();
      while (/\s/y.test(source[at] ?? "") && /^\s+[A-Za-z_]/.test(source.slice(at, at + 200))) {
        take(/\s+/y, "white space");
        const [key] = take(NAME, "an attribute");
        const [, raw = ""] = take(/="([^"<]*)"/y, "a value without <");
        if (attributes.has(key)) throw bad(`attribute ${key} twice`);
        // A raw line end or tab would reach a reader as a space.
        attributes.set(key, decode(raw.replace(/[\n\r\t]/g, " ")));
      }
      const [, empty] = take(/\s*(\/?)>/y, "> or />");
      stack.push({ name, attributes, children: [], text: "" });
      if (empty === "/") close();
    }
  }
  if (stack.length > 0) throw bad(`<${stack.at(-1)?.name}> is not closed`);
  if (root === undefined) throw bad("no root");
  return root;
}

/** Every element of a name, in document order. */
export function all(element: Element, name: string): readonly Element[] {
  const below = element.children.flatMap((child) => all(child, name));
  return element.name === name ? [element, ...below] : below;
}

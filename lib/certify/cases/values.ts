/**
 * Odd JSON: numbers that a double can't hold, keys that trip an implementation up, and what may be
 * refused or accepted, but not altered.
 *
 * @module
 */
import { ok } from "../answers.ts";
import type { DriverCase } from "../case.ts";
import { accepted, either, table, turn } from "./build.ts";

/** A turn with one call and these arguments. */
function calling(args: string): DriverCase["script"] {
  return turn(
    ok(`{"wt_inject":1,"reply":"Ok.","tool_calls":[{"name":"put","arguments":${args}}]}`),
  );
}

/** That turn as it must be handed on. */
function called(...args: readonly string[]) {
  return { content: "Ok.", calls: [{ name: "put", arguments: args }] };
}

const LONG_FRACTION = '{"x":0.1234567890123456789,"y":-7.00000000000000000001}';
const BIG = '{"x":12345678901234567890,"y":[-9007199254740993,100000000000000000000000000000001]}';

const numbers = table({
  family: "odd",
  clause: "layer.normalization",
  mend: "Carry numbers through digit for digit: a double rounds them.",
}, [
  {
    id: "number.big-integer",
    title: "integers past 2^53 in arguments",
    script: calling(BIG),
    expect: accepted(called(BIG)),
  },
  {
    id: "number.long-fraction",
    title: "fractions of more digits than a double has",
    script: calling(LONG_FRACTION),
    expect: accepted(called(LONG_FRACTION)),
  },
  {
    id: "number.trailing-zero",
    title: "1.10 in arguments: 1.1 is the same number",
    script: calling('{"price":1.10,"zero":-0.0}'),
    expect: accepted(called('{"price":1.10,"zero":-0.0}')),
  },
  {
    id: "number.exponent",
    title: "1E2 and 25e-1 in arguments: 100 and 2.5 are the same numbers",
    script: calling('{"a":1E2,"b":25e-1}'),
    expect: accepted(called('{"a":1E2,"b":25e-1}')),
  },
  {
    id: "number.beyond-double",
    title: "1e400 in arguments: refused, or carried through",
    script: calling('{"x":1e400}'),
    expect: either(called('{"x":1e400}')),
  },
]);

const DEPTH = 2000;
const deep = `{"a":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}}`;

const keys = table({
  family: "odd",
  clause: "layer.normalization",
  mend: "Parse JSON into plain data: no key and no escape has a meaning of its own.",
}, [
  {
    id: "json.proto-key",
    title: 'arguments with the keys "__proto__", "constructor" and "toString"',
    script: calling('{"__proto__":{"admin":true},"constructor":1,"toString":"x"}'),
    expect: accepted(called('{"__proto__":{"admin":true},"constructor":1,"toString":"x"}')),
  },
  {
    id: "json.empty-key",
    title: "arguments with an empty key, and keys that look like pointers",
    script: calling('{"":1,"a/b~c":2,"0":3}'),
    expect: accepted(called('{"":1,"a/b~c":2,"0":3}')),
  },
  {
    id: "json.escapes",
    title: "keys and values written with escapes, a surrogate pair among them",
    script: turn(
      ok('{"\\u0077t_inject":1,"reply":"\\ud83d\\ude9a \\u0042ay\\/4","\\u0074ool_calls":[]}'),
    ),
    expect: accepted({ content: "\u{1f69a} Bay/4" }),
  },
  {
    id: "json.null-character",
    title: "a reply with U+0000 in it",
    script: turn(ok('{"wt_inject":1,"reply":"a\\u0000b","tool_calls":[]}')),
    expect: accepted({ content: "a\0b" }),
  },
  {
    id: "json.lone-surrogate",
    title: "a reply with half a surrogate pair: refused or accepted, but settled",
    script: turn(ok('{"wt_inject":1,"reply":"a\\ud83db","tool_calls":[]}')),
    expect: either({ content: ["a\ud83db", "a\ufffdb"] }),
  },
  {
    id: "json.duplicate-key",
    title: "the reply twice: refused, or one of the two",
    script: turn(ok('{"wt_inject":1,"reply":"first","reply":"second","tool_calls":[]}')),
    expect: either({ content: ["first", "second"] }),
  },
  {
    id: "json.duplicate-argument",
    title: "an argument twice: refused, or one of the two",
    script: calling('{"n":1,"n":2}'),
    expect: either(called('{"n":1}', '{"n":2}')),
  },
  {
    id: "json.version-1.0",
    title: "the version spelled 1.0: refused or accepted",
    clause: "version.echo-validated",
    script: turn(ok('{"wt_inject":1.0,"reply":"Bay 4.","tool_calls":[]}')),
    expect: either(),
  },
  {
    id: "json.byte-order-mark",
    title: "a byte order mark before the body: refused or accepted",
    clause: "transport.json-utf8",
    script: turn(ok('\ufeff{"wt_inject":1,"reply":"Bay 4.","tool_calls":[]}')),
    expect: either(),
  },
  {
    id: "json.empty-tool-name",
    title: "a call with an empty name: refused, or handed on",
    script: turn(
      ok('{"wt_inject":1,"reply":"Ok.","tool_calls":[{"name":"","arguments":{"n":1}}]}'),
    ),
    expect: either({ content: "Ok.", calls: [{ name: "", arguments: '{"n":1}' }] }),
  },
  {
    id: "json.deep",
    title: "arguments 2,000 levels deep: refused or accepted, but settled",
    script: calling(deep),
    expect: either(called(deep)),
  },
]);

/** "Bay 4." as a good turn, compressed with gzip. */
const GZIP =
  "H4sIAAAAAAACA6tWKi+Jz8zLSk0uUbIy1FEqSi3IqVSyUnJKrFQw0VPSUSrJz8+JT07MySlWsoqOrQUAXZnCPzAAAAA=";

/** The bytes of {@linkcode GZIP}. */
const gzipped: Uint8Array = Uint8Array.from(atob(GZIP), (char) => char.charCodeAt(0));

const coding = table({
  family: "odd",
  clause: "transport.json-utf8",
  mend: "Ask for Accept-Encoding: identity, and refuse an answer that is encoded all the same.",
}, [{
  id: "http.gzip",
  title: "a body in gzip, which a driver may have asked for: refused, or read",
  script: turn(ok(gzipped, { "content-type": "application/json", "content-encoding": "gzip" })),
  expect: either(),
}]);

/** Cases of odd but legal JSON. */
export const valueCases: readonly DriverCase[] = [...numbers, ...keys, ...coding];

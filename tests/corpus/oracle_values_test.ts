import { assertEquals } from "@std/assert";
import { argumentsOfText, sameJson } from "../../lib/corpus/oracle/arguments.ts";
import { Others } from "../../lib/corpus/oracle/others.ts";
import { items, member, readBytes, readText, textOf } from "../../lib/corpus/oracle/place.ts";
import { Told } from "../../lib/corpus/oracle/responses_told.ts";
import { StreamReading } from "../../lib/corpus/oracle/stream.ts";

Deno.test("argumentsOfText() takes an object as it came, and leaves anything else raw", () => {
  for (const json of ["{}", ' { "a" : 1.10 } ', '{"a":1,"a":2}', '{"n":1E400}', "{\n}"]) {
    assertEquals(argumentsOfText(json), { kind: "object", json });
  }
  for (const text of ["", " ", "null", "[]", "1", '"{}"', "{", "{}x", "\ufeff{}", '{"a":NaN}']) {
    assertEquals(argumentsOfText(text), { kind: "raw", text });
  }
});

Deno.test("sameJson() compares values with exact numbers, whatever the spelling", () => {
  const same: readonly (readonly [one: string, other: string])[] = [
    ['{"a":1,"b":2}', ' { "b": 2.0, "a": 1e0 } '],
    ['{"a":"é"}', '{"a":"\\u00e9"}'],
    ["[12345678901234567890]", "[12345678901234567890.0]"],
    ["{oops", "{oops"],
    ['{"a":[]}', '{"a":[ ]}'],
  ];
  const different: readonly (readonly [one: string, other: string])[] = [
    ["[12345678901234567890]", "[12345678901234567891]"],
    ["[0.1]", "[0.10000000000000000001]"],
    ['{"a":null}', "{}"],
    ['{"a":1}', '{"b":1}'],
    ["[]", "{}"],
    ["[1,2]", "[2,1]"],
    ["[1]", '["1"]'],
    ["[null]", "[[]]"],
    ['{"__proto__":1}', "{}"],
    ["[1]", "[1,1]"],
    ["{oops", "{ oops"],
    ["{oops", "{}"],
    ["null", "{}"],
    ["[null]", "[{}]"],
    ['["a"]', "[[]]"],
    ["[".repeat(600) + "]".repeat(600), "[ " + "[".repeat(599) + "]".repeat(600)],
  ];
  for (const [one, other] of same) assertEquals(sameJson(one, other), true, `${one} ${other}`);
  for (const [one, other] of different) {
    assertEquals(sameJson(one, other), false, `${one} ${other}`);
    assertEquals(sameJson(other, one), false, `${other} ${one}`);
  }
});

Deno.test("textOf() writes every number as it came, wherever it stands", () => {
  const json = readText('{"a":1.0,"b":[-0,1E400,12345678901234567890],"c":{"d":1e5}}');
  if (!json.ok) throw new Error("the text was not read");
  assertEquals(textOf(json.place), '{"a":1.0,"b":[-0,1E400,12345678901234567890],"c":{"d":1e5}}');
  assertEquals(textOf(member(json.place, "a")!), "1.0");
  assertEquals(items(member(json.place, "b"))!.map(textOf), [
    "-0",
    "1E400",
    "12345678901234567890",
  ]);
  assertEquals(member(json.place, "toString"), undefined);
  assertEquals(items(member(json.place, "c")), undefined);
  const number = readText(" 1.50 ");
  assertEquals(number.ok && textOf(number.place), "1.50");
});

Deno.test("readBytes() says why a body can't be read", () => {
  const reason = (bytes: number[]) => {
    const json = readBytes(new Uint8Array(bytes));
    return json.ok ? undefined : json.reason;
  };
  assertEquals(reason([0x7b, 0x7d]), undefined);
  assertEquals(reason([0x22, 0xe9, 0x22]), "it is not UTF-8");
  assertEquals(reason([0xef, 0xbb, 0xbf, 0x7b, 0x7d])?.includes("byte order mark"), true);
});

Deno.test("Others keeps one value as itself, and each different one of several once", () => {
  const others = new Others();
  others.note("a", "1.0");
  others.note("a", "1.0");
  others.note("b", "[1]");
  others.note("b", "[2]");
  others.note("b", "[1]");
  others.append("c", "x");
  others.append("c", "x");
  others.append("d", "x");
  others.note("d", "1");
  others.note("__proto__", "1");
  assertEquals(
    new Map(Object.entries(others.toRecord())),
    new Map([["a", "1.0"], ["b", "[[1],[2]]"], ["c", '"xx"'], ["d", '["x",1]'], [
      "__proto__",
      "1",
    ]]),
  );
});

Deno.test("Others is bounded: different values are counted past sixteen, and keys past ten thousand", () => {
  const others = new Others();
  for (let index = 0; index < 20; index++) others.note("a", String(index));
  assertEquals(JSON.parse(others.toRecord().a!).slice(14), [14, 15, "4 more"]);
  for (let index = 0; index < 10_010; index++) others.note(`k${index}`, "1");
  assertEquals(others.toRecord()["(more)"], "11");
});

Deno.test("Told takes a snapshot only where nothing came before it", () => {
  const codes = (...steps: ((told: Told, reading: StreamReading) => void)[]) => {
    const reading = new StreamReading();
    const told = new Told();
    for (const step of steps) step(told, reading);
    return [told.text, ...reading.faults.list().map(({ code }) => code)];
  };
  const delta = (piece: string) => (told: Told, reading: StreamReading) =>
    told.delta(reading, piece);
  const whole = (text: string) => (told: Told, reading: StreamReading) =>
    told.snapshot(reading, text);
  const done = (text: string) => (told: Told, reading: StreamReading) => told.done(reading, text);
  assertEquals(codes(whole("ab")), ["ab"]);
  assertEquals(codes(delta("a"), delta("b"), done("ab"), whole("ab")), ["ab"]);
  assertEquals(codes(whole("ab"), whole("ac")), ["ab", "snapshot-differs"]);
  assertEquals(codes(delta(""), done("a")), ["", "snapshot-differs"]);
  assertEquals(codes(done("a"), done("a")), ["a", "second-stop"]);
  assertEquals(codes(done("a"), delta("b")), ["ab", "delta-after-stop"]);
});

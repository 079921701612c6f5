import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { formatNames, FORMATS, isFormat, renderReport } from "../../lib/report/formats.ts";
import { renderJson } from "../../lib/report/json.ts";
import { ordinaryReport } from "./sample.ts";

Deno.test("formatNames lists every format once", () => {
  assertEquals([...formatNames].sort(), Object.keys(FORMATS).sort());
});

Deno.test("FORMATS describes each format in a phrase", () => {
  for (const { description } of Object.values(FORMATS)) assertMatch(description, /^\S.{8,60}[^.]$/);
});

Deno.test("renderReport() renders in the format that is named", () => {
  assertEquals(renderReport("json", ordinaryReport()), renderJson(ordinaryReport()));
  assertMatch(renderReport("text", ordinaryReport()), /^wt-inject conform: http/);
  assertMatch(renderReport("junit", ordinaryReport()), /^<\?xml /);
  assertMatch(renderReport("ndjson", ordinaryReport()), /^\{"type":"run"/);
});

Deno.test("renderReport() passes the options on", () => {
  const text = renderReport("text", ordinaryReport(), { color: true });
  assertEquals(text.startsWith("\x1b[1mwt-inject conform\x1b[0m"), true);
});

Deno.test("renderReport() ends every document with one line feed", () => {
  for (const name of formatNames) assertMatch(renderReport(name, ordinaryReport()), /[^\n]\n$/);
});

Deno.test("renderReport() refuses a name that is no format", () => {
  for (const name of ["html5", "", "toString", "__proto__", "JSON"]) {
    assertEquals(isFormat(name), false);
    assertThrows(
      () => renderReport(name, ordinaryReport()),
      RangeError,
      `Cannot render format ${JSON.stringify(name)}: choose one of text, json, ndjson, junit`,
    );
  }
});

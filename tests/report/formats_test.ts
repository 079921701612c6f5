import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { applyBaseline } from "../../lib/report/baseline.ts";
import {
  formatNames,
  FORMATS,
  isFormat,
  isViewFormat,
  renderReport,
  VIEW_FORMATS,
} from "../../lib/report/formats.ts";
import { renderJson } from "../../lib/report/json.ts";
import { ordinaryReport } from "./sample.ts";

Deno.test("formatNames lists every format once", () => {
  assertEquals([...formatNames].sort(), Object.keys(FORMATS).sort());
  assertEquals(VIEW_FORMATS.filter(isFormat), [...VIEW_FORMATS]);
  assertEquals(formatNames.filter(isViewFormat), [...VIEW_FORMATS]);
});

Deno.test("FORMATS describes each format in a phrase", () => {
  for (const { description } of Object.values(FORMATS)) assertMatch(description, /^\S.{8,60}[^.]$/);
});

Deno.test("renderReport() renders in the format that is named", async () => {
  const starts: Readonly<Record<string, RegExp>> = {
    text: /^wt-inject conform: http/,
    junit: /^<\?xml /,
    ndjson: /^\{"type":"run"/,
    markdown: /^## wt-inject conform: DOES NOT CONFORM\n/,
    github: /^::error title=wt-inject conform%3A DOES NOT CONFORM::/,
    html: /^<!doctype html>\n/,
  };
  for (const [format, start] of Object.entries(starts)) {
    assertMatch(await renderReport(format, ordinaryReport()), start);
  }
  assertEquals(await renderReport("json", ordinaryReport()), renderJson(ordinaryReport()));
});

Deno.test("renderReport() passes the options on", async () => {
  const text = await renderReport("text", ordinaryReport(), { color: true });
  assertEquals(text.startsWith("\x1b[1mwt-inject conform\x1b[0m"), true);
});

Deno.test("renderReport() ends every document with one line feed", async () => {
  for (const name of formatNames) {
    assertMatch(await renderReport(name, ordinaryReport()), /[^\n]\n$/);
  }
});

Deno.test("renderReport() refuses a name that is no format", async () => {
  for (const name of ["html5", "", "toString", "__proto__", "JSON"]) {
    assertEquals(isFormat(name), false);
    await assertRejects(
      () => renderReport(name, ordinaryReport()),
      RangeError,
      `Cannot render format ${
        JSON.stringify(name)
      }: choose one of text, json, ndjson, junit, markdown, github, html`,
    );
  }
});

Deno.test("renderReport() shows a known failure as known in every format for people and in JUnit", async () => {
  const entries = [{ check: "response.reply-empty", reason: "known since May" }];
  const report = applyBaseline(ordinaryReport(), { entries }, { today: "2026-07-07" });
  for (const format of ["text", "junit", "markdown", "github", "html"]) {
    assertStringIncludes(await renderReport(format, report), "known since May", format);
  }
  const junit = await renderReport("junit", report);
  assertStringIncludes(junit, '<skipped message="known failure: known since May"/>');
  const github = await renderReport("github", report);
  assert(!/^::error title=response\.reply-empty/m.test(github));
});

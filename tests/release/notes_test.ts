import { assert, assertEquals } from "@std/assert";
import { sectionOf } from "../../tools/release_notes.ts";

const CHANGELOG = `# Changelog

## Unreleased

### 1.10.0, in the making

Ten.

#### A part

More.

## [1.1.0] - 2026-01-02

One.

## v1.0.0

`;

Deno.test("sectionOf() has what stands under a version, parts and all, to the next heading like it", () => {
  assertEquals(sectionOf(CHANGELOG, "1.10.0"), "Ten.\n\n#### A part\n\nMore.\n");
  assertEquals(sectionOf(CHANGELOG, "1.1.0"), "One.\n");
});

Deno.test("sectionOf() has nothing for a version that isn't there, or that has no text", () => {
  for (const version of ["1.0.0", "1.1", "1.1.00", "10.0", "", "0.1.0", ".*"]) {
    assertEquals(sectionOf(CHANGELOG, version), undefined, version);
  }
});

Deno.test("CHANGELOG.md has a section for the version that deno.json states", async () => {
  const root = new URL("../../", import.meta.url);
  const { version } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const changelog = await Deno.readTextFile(new URL("CHANGELOG.md", root));
  assert(sectionOf(changelog, version) !== undefined);
});

import { assertEquals, assertThrows } from "@std/assert";
import { GoldenError, readGolden } from "../../lib/surface/golden_read.ts";

const A = `sha256:${"a".repeat(64)}`;
const B = `sha256:${"b".repeat(64)}`;

const GOOD = {
  windtunnel_surface_golden: 1,
  status: "reported",
  system_instructions: A,
  tool_order: ["b", "10"],
  tool_definitions: { b: A, 10: B },
  extra_segments: { n: B },
};

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (value: unknown) => readGolden(bytes(JSON.stringify(value)));

Deno.test("readGolden() reads names, hashes and the order of tools", () => {
  const golden = read(GOOD);
  assertEquals(golden.status, "reported");
  assertEquals(golden.system_instructions, A);
  assertEquals(golden.tool_order, ["b", "10"]);
  assertEquals(golden.tool_definitions, new Map([["b", A], ["10", B]]));
  assertEquals(golden.extra_segments, new Map([["n", B]]));
  assertEquals(golden.storesText, false);
});

Deno.test("readGolden() takes a golden that stores text, one of a later tool, and one without status", () => {
  assertEquals(read({ ...GOOD, text: { tool_definitions: [] } }).storesText, true);
  const { status: _, ...rest } = GOOD;
  assertEquals(read({ ...rest, note: "x" }).status, undefined);
  assertEquals(read({ ...GOOD, status: "rendered" }).status, "rendered");
});

Deno.test("readGolden() says where a golden breaks its format", () => {
  const cases: readonly (readonly [change: Record<string, unknown>, says: string])[] = [
    [
      { windtunnel_surface_golden: 2 },
      "/windtunnel_surface_golden must be 1, the version known here",
    ],
    [
      { windtunnel_surface_golden: true },
      "/windtunnel_surface_golden must be 1, the version known here",
    ],
    [{ status: 7 }, "/status must be a string"],
    [
      { system_instructions: A.toUpperCase() },
      '/system_instructions must be "sha256:" and 64 hex digits in lower case',
    ],
    [{ tool_order: {} }, "/tool_order must be a list of names"],
    [{ tool_order: ["b", 10] }, "/tool_order/1 must be a string"],
    [{ tool_order: ["b", "b"] }, "/tool_order/1 is there twice"],
    [{ tool_order: ["b", "c"] }, "/tool_order/1 names no key of tool_definitions"],
    [{ tool_order: ["b"] }, "/tool_order must name every key of tool_definitions"],
    [{ tool_definitions: [] }, "/tool_definitions must be an object from names to hashes"],
    [
      { extra_segments: { "a/b~": null } },
      '/extra_segments/a~1b~0 must be "sha256:" and 64 hex digits in lower case',
    ],
  ];
  for (const [change, says] of cases) {
    assertThrows(() => read({ ...GOOD, ...change }), GoldenError, says);
  }
  for (const key of ["system_instructions", "tool_order", "tool_definitions", "extra_segments"]) {
    const { [key]: _, ...rest } = GOOD as Record<string, unknown>;
    const error = assertThrows(() => read(rest), GoldenError, `/${key} is missing`);
    assertEquals(error.pointer, `/${key}`);
  }
});

Deno.test("readGolden() says why a file is no golden at all", () => {
  const cases: readonly (readonly [file: string | Uint8Array, says: string])[] = [
    ["", "it isn't JSON (line 1, column 1: the text is empty)"],
    ["\ufeff{}", "it isn't JSON (line 1, column 1: the text begins with a byte order mark"],
    ['{"a":1,}', "it isn't JSON (line 1, column 8: "],
    ["[]", "it must be a JSON object"],
    ["{}", "it has no windtunnel_surface_golden, so it is no golden"],
    [new Uint8Array([0x7b, 0xff, 0x7d]), "it isn't UTF-8"],
    [
      JSON.stringify(GOOD).replace('"b":', `"b":"x","b":`),
      "/tool_definitions/b is there twice",
    ],
  ];
  for (const [file, says] of cases) {
    const error = assertThrows(
      () => readGolden(typeof file === "string" ? bytes(file) : file),
      GoldenError,
    );
    assertEquals(error.message.startsWith(says), true, error.message);
  }
});

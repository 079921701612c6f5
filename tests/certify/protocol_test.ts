import { assertEquals } from "@std/assert";
import { Ajv2020 } from "ajv/2020";
import { CASES } from "../../lib/certify/case_list.ts";
import { readOutcomeLine } from "../../lib/certify/outcome.ts";
import { adapterSchemas, OUTCOME_WORDS } from "../../lib/certify/protocol.ts";

const { request, answer } = adapterSchemas();
const isRequest = new Ajv2020().compile(request);
const isAnswer = new Ajv2020().compile(answer);

Deno.test("adapterSchemas() describes what every case tells a driver", () => {
  for (const { id, op } of CASES) assertEquals(isRequest(op), true, id);
});

Deno.test("adapterSchemas() refuses requests that are none", () => {
  const bad: readonly unknown[] = [
    {},
    { op: "inject", text: "x" },
    { op: "inject", session_id: 1, text: "x" },
    { op: "run" },
    { op: "run", texts: [] },
    { op: "run", texts: "x" },
    { op: "doctor" },
    [],
  ];
  for (const one of bad) assertEquals(isRequest(one), false, JSON.stringify(one));
});

Deno.test("adapterSchemas() and readOutcome() agree on what an outcome line is", () => {
  const lines: readonly (readonly [line: unknown, good: boolean])[] = [
    ...OUTCOME_WORDS.map((outcome) => [{ outcome }, true] as const),
    [{ outcome: "ok", detail: null, response: null, responses: null, surface: null }, true],
    [{ outcome: "ok", response: { choices: [] }, responses: [{}], more: 1 }, true],
    [{ outcome: "ok", surface: { status: "reported", system_instructions: [] } }, true],
    [{}, false],
    [{ outcome: "fine" }, false],
    [{ outcome: "ok", detail: 1 }, false],
    [{ outcome: "ok", response: [] }, false],
    [{ outcome: "ok", responses: {} }, false],
    [{ outcome: "ok", responses: [1] }, false],
    [{ outcome: "ok", surface: "reported" }, false],
    [{ outcome: "ok", surface: { status: 1 } }, false],
    [{ outcome: "ok", surface: {} }, false],
    ["ok", false],
  ];
  for (const [line, good] of lines) {
    const text = JSON.stringify(line);
    assertEquals([isAnswer(line), readOutcomeLine(text).ok], [good, good], text);
  }
});

Deno.test("adapterSchemas() gives a copy of its own to each who asks", () => {
  Object.assign(adapterSchemas().answer, { title: "changed" });
  assertEquals(adapterSchemas().answer.title, answer.title);
});

/**
 * The optional surface: good, absent, and malformed in every way.
 *
 * @module
 */
import { ELSEWHERE, GOOD_SURFACE, ok, status } from "../answers.ts";
import type { DriverCase, Expect } from "../case.ts";
import type { Answer } from "../script.ts";
import { RUN, runOf, table } from "./build.ts";

const SURFACE = { op: "surface" } as const;

/** Whether a probe that fails counts as a failed call is the driver's affair; its state isn't. */
const INVALID: Expect = {
  outcome: ["ok", "run_failed"],
  requests: ["surface"],
  surface: "invalid",
};

function recorded(state: "reported" | "unavailable"): Expect {
  return { outcome: ["ok"], requests: ["surface"], surface: state };
}

const EMPTY = '{"wt_inject":1,"surface":{"system_instructions":[],"tool_definitions":[],' +
  '"extra_segments":[]}}';

const good = table({
  family: "good",
  clause: "surface.recorded",
  mend: "Record a good surface as reported, and its absence as unavailable.",
  op: SURFACE,
}, [
  {
    id: "surface.reported",
    title: "a surface with one segment of each kind",
    script: { surface: [ok(GOOD_SURFACE)] },
    expect: recorded("reported"),
  },
  {
    id: "surface.empty-lists",
    title: "a surface whose three lists are empty",
    script: { surface: [ok(EMPTY)] },
    expect: recorded("reported"),
  },
  {
    id: "surface.not-found",
    clause: "surface.optional",
    title: "404: the endpoint has no surface",
    script: { surface: [status(404, '{"detail":"not found"}')] },
    expect: recorded("unavailable"),
  },
  {
    id: "surface.not-implemented",
    clause: "surface.optional",
    title: "501: the endpoint has no surface",
    script: { surface: [status(501, "")] },
    expect: recorded("unavailable"),
  },
  {
    id: "run.surface-reported",
    clause: "surface.reported-label",
    title: "a run on an endpoint with a surface: where it is recorded, it is called reported",
    mend: 'Call it "reported": it is what the endpoint says, not what its model saw.',
    op: RUN,
    script: { surface: [ok(GOOD_SURFACE)] },
    expect: { outcome: ["ok"], requests: runOf(1), surface: "reported" },
  },
  {
    id: "run.surface-absent",
    clause: "surface.optional",
    title: "a run on an endpoint without a surface",
    op: RUN,
    script: { surface: [status(404, '{"detail":"not found"}')] },
    expect: { outcome: ["ok"], requests: runOf(1), surface: "unavailable" },
  },
]);

const PART = '{"type":"text","content":"You answer for a made-up freight desk."}';

/** A surface answer with these members. */
const surface = (members: string) => `{"wt_inject":1,"surface":{${members}}}`;
/** A surface whose lists have these entries. */
const lists = (parts: string, tools: string, segments: string) =>
  surface(
    `"system_instructions":${parts},"tool_definitions":${tools},"extra_segments":${segments}`,
  );

/** id, title, answer. */
const MALFORMED: readonly (readonly [id: string, title: string, answer: Answer])[] = [
  ["no-version", "no version", ok(GOOD_SURFACE.replace('"wt_inject":1,', ""))],
  ["version-two", "version 2", ok(GOOD_SURFACE.replace('"wt_inject":1', '"wt_inject":2'))],
  ["version-true", "version true", ok(GOOD_SURFACE.replace('"wt_inject":1', '"wt_inject":true'))],
  ["missing", 'no "surface"', ok('{"wt_inject":1}')],
  ["null", '"surface" as null', ok('{"wt_inject":1,"surface":null}')],
  ["text", '"surface" as the prompt\'s text', ok('{"wt_inject":1,"surface":"You answer."}')],
  [
    "no-system-instructions",
    "no system_instructions",
    ok(surface('"tool_definitions":[],"extra_segments":[]')),
  ],
  [
    "no-tool-definitions",
    "no tool_definitions",
    ok(surface(`"system_instructions":[${PART}],"extra_segments":[]`)),
  ],
  [
    "no-extra-segments",
    "no extra_segments",
    ok(surface(`"system_instructions":[${PART}],"tool_definitions":[]`)),
  ],
  ["list-null", "tool_definitions as null", ok(lists(`[${PART}]`, "null", "[]"))],
  ["instructions-text", "system_instructions as text", ok(lists('"You answer."', "[]", "[]"))],
  ["part-string", "a system part as a string", ok(lists('["You answer."]', "[]", "[]"))],
  ["part-no-content", "a system part without content", ok(lists('[{"type":"text"}]', "[]", "[]"))],
  ["part-no-type", "a system part without type", ok(lists('[{"content":"You."}]', "[]", "[]"))],
  ["tool-no-name", "a tool without a name", ok(lists("[]", '[{"description":"x"}]', "[]"))],
  ["tool-string", "a tool as a string", ok(lists("[]", '["find_bay"]', "[]"))],
  ["segment-no-name", "a segment without a name", ok(lists("[]", "[]", '[{"content":"x"}]'))],
  ["segment-no-content", "a segment without content", ok(lists("[]", "[]", '[{"name":"x"}]'))],
  ["html", "HTML", ok("<p>surface</p>")],
  ["cut-json", "JSON that stops in the middle", ok(GOOD_SURFACE.slice(0, -40))],
  ["status-500", "status 500", status(500, '{"detail":"kaput"}')],
  ["status-201", "status 201 with a good surface", status(201, GOOD_SURFACE)],
  ["redirect", "status 302 to a good one", status(302, "", { location: `${ELSEWHERE}/surface` })],
  ["dropped", "a connection that is closed without a byte", [{ close: "fin" }]],
];

const malformed = table({
  family: "hostile",
  clause: "surface.malformed-is-invalid",
  mend: "Record a malformed surface as invalid, keep nothing of it, and go on.",
  op: SURFACE,
}, [
  ...MALFORMED.map(([id, title, answer]) => ({
    id: `surface.${id}`,
    title: `a surface answered by ${title}`,
    ...(id.includes("version") ? { clause: "version.echo-validated" } : {}),
    script: { surface: [answer, ok(GOOD_SURFACE)] },
    expect: INVALID,
  })),
  ...MALFORMED.filter(([id]) => ["no-extra-segments", "html", "status-500", "dropped"].includes(id))
    .map(([id, title, answer]) => ({
      id: `run.surface-${id}`,
      title: `a run whose surface is answered by ${title}: the run goes on`,
      op: RUN,
      script: { surface: [answer, ok(GOOD_SURFACE)] },
      expect: { outcome: ["ok" as const], requests: runOf(1), surface: "invalid" as const },
    })),
]);

/** Cases of the surface. */
export const surfaceCases: readonly DriverCase[] = [...good, ...malformed];

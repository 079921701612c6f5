/**
 * Drivers that record something else of a surface than what it was.
 *
 * @module
 */
import type { Fault } from "./driver.ts";
import { looseText } from "./edit.ts";
import { RUNS_WITH_BAD_SURFACE } from "./groups.ts";

/** Surfaces that come with status 200 and are malformed. */
const BAD_BODIES: readonly string[] = [
  "surface.no-version",
  "surface.version-*",
  "surface.missing",
  "surface.null",
  "surface.text",
  "surface.no-system-instructions",
  "surface.no-tool-definitions",
  "surface.no-extra-segments",
  "surface.list-null",
  "surface.instructions-text",
  "surface.part-*",
  "surface.tool-*",
  "surface.segment-*",
  "surface.html",
  "surface.cut-json",
];

/** Surfaces that fail before there is a body to look at. */
const BAD_WIRE: readonly string[] = [
  "surface.status-*",
  "surface.redirect",
  "surface.dropped",
];

/** The faults. */
export const surfaceFaults: readonly Fault[] = [
  {
    id: "absent-surface-as-invalid",
    breaks: "surface.optional",
    what: "records a 404 or 501 as invalid",
    surface: (state) => state.status === "unavailable" ? { status: "invalid" } : state,
    kills: ["surface.not-found", "surface.not-implemented", "run.surface-absent"],
  },
  {
    id: "invalid-surface-as-absent",
    breaks: "surface.malformed-is-invalid",
    what: "records every surface that isn't good as unavailable",
    surface: (state) => state.status === "invalid" ? { status: "unavailable" } : state,
    kills: [...BAD_BODIES, ...BAD_WIRE, ...RUNS_WITH_BAD_SURFACE],
  },
  {
    id: "invalid-surface-as-reported",
    breaks: "surface.malformed-is-invalid",
    what: "records every surface that came as reported",
    surface: (state, { response }) => response?.status === 200 ? { status: "reported" } : state,
    kills: [...BAD_BODIES, "run.surface-no-extra-segments", "run.surface-html"],
  },
  {
    id: "invalid-surface-stored",
    breaks: "surface.malformed-is-invalid",
    what: "keeps the payload of a malformed surface",
    surface: (state, { response }) =>
      state.status === "invalid"
        ? { ...state, surface: looseText(response?.body ?? new Uint8Array()) || " " }
        : state,
    kills: [...BAD_BODIES, ...BAD_WIRE, ...RUNS_WITH_BAD_SURFACE],
  },
  {
    id: "surface-rendered",
    breaks: "surface.reported-label",
    what: 'calls a reported surface "rendered"',
    surface: (state) => state.status === "reported" ? { status: "rendered" } : state,
    kills: [
      "fields.unknown-surface",
      "surface.reported",
      "surface.empty-lists",
      "run.surface-reported",
    ],
  },
];

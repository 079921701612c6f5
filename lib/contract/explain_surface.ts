/**
 * Surface introspection, explained.
 *
 * @module
 */
import { type Explanations, lines } from "./explain_text.ts";

const EMPTY_SURFACE = lines(
  '← 200 {"wt_inject":1,"surface":{"system_instructions":[],',
  '  "tool_definitions":[],"extra_segments":[]}}',
);

/** Surface introspection: its explanations. */
export const SURFACE: Explanations = {
  "surface.optional": {
    why:
      "An endpoint without the route is as conforming as one with it. A driver that fails it, or fills in an older surface, tells a story about the prompt that nobody reported.",
    good: lines("← 404", "The trace says: surface unavailable. The run goes on."),
    bad: lines("← 404", "The driver records the surface from yesterday's run."),
    mend: "Record 404 and 501 as unavailable, and nothing in place of the surface.",
  },
  "surface.shape": {
    why:
      "[] says that there is nothing of this kind. A missing list may be nothing, or a part that was forgotten; a diff against it would show a change where there is none, or hide one.",
    good: EMPTY_SURFACE,
    bad: lines(
      '← 200 {"wt_inject":1,"surface":{"system_instructions":[]}}',
      '← 200 {"wt_inject":1,"system_instructions":[],',
      '  "tool_definitions":[],"extra_segments":[]}',
      '← 200 {"wt_inject":1,"surface":{"system_instructions":null,',
      '  "tool_definitions":[],"extra_segments":[]}}',
    ),
    mend:
      "Put all three lists inside surface, always. If you can't fill them in honestly, answer 404: no surface is better evidence than half of one.",
  },
  "surface.system-instructions": {
    why:
      "A prompt sent as bare strings, or as chat messages, can't be compared part by part, and the reader can't say which instruction changed.",
    good: lines(
      '← 200 {"wt_inject":1,"surface":{"system_instructions":[',
      '  {"type":"text","content":"Answer from evidence."}],',
      '  "tool_definitions":[],"extra_segments":[]}}',
    ),
    bad: lines(
      '← 200 {"wt_inject":1,"surface":{"system_instructions":[',
      '  "Answer from evidence."],',
      '  "tool_definitions":[],"extra_segments":[]}}',
      '← 200 {"wt_inject":1,"surface":{"system_instructions":[',
      '  {"role":"system","content":"Answer from evidence."}],',
      '  "tool_definitions":[],"extra_segments":[]}}',
    ),
    mend:
      'Send a list of {"type":"text","content":…} parts, in the order in which the prompt is composed.',
  },
  "surface.tool-definitions": {
    why:
      "Tool texts steer a model as much as its prompt does. An entry without a name can't be matched with the one it replaces, so a changed description reads as one tool gone and another come.",
    good: lines(
      '← 200 {"wt_inject":1,"surface":{"system_instructions":[],',
      '  "tool_definitions":[{"name":"client_lookup",',
      '  "description":"Look up a client.",',
      '  "input_schema":{"type":"object"}}],"extra_segments":[]}}',
    ),
    bad: lines(
      '← 200 {"wt_inject":1,"surface":{"system_instructions":[],',
      '  "tool_definitions":[{"description":"Look up a client."}],',
      '  "extra_segments":[]}}',
      '← 200 {"wt_inject":1,"surface":{"system_instructions":[],',
      '  "tool_definitions":[{"type":"function","function":{"name":"f"}}],',
      '  "extra_segments":[]}}',
    ),
    mend:
      "Send name, and description, input_schema and result_schema where you have them, side by side in the entry: not wrapped in another API's function object.",
  },
  "surface.extra-segments": {
    why:
      "Text that a framework slips in steers the model too. Without a name for each piece, a diff can only say that something somewhere is different.",
    good: lines(
      '← 200 {"wt_inject":1,"surface":{"system_instructions":[],',
      '  "tool_definitions":[],"extra_segments":[',
      '  {"name":"narration:tool_started","content":"Checking…"}]}}',
    ),
    bad: lines(
      '← 200 {"wt_inject":1,"surface":{"system_instructions":[],',
      '  "tool_definitions":[],"extra_segments":["Checking…"]}}',
    ),
    mend: "Send {name, content}, both strings, with a name that you keep from build to build.",
  },
  "surface.stable": {
    why:
      "A name that changes from probe to probe turns every diff into noise, and noise is what people learn to wave through.",
    good: 'Both probes have a segment named "narration:tool_started".',
    bad: 'One probe has "segment-8f3a", the next one "segment-01c7".',
    mend:
      "Name segments for what they do. Take counters, hashes and dates out of names; content may differ, and is only warned about.",
  },
  "surface.fresh-session": {
    why:
      "A surface that contains what a session said is no report of the configuration: it leaks one scenario into the evidence about another, and never compares equal.",
    good: lines("after a turn that says: my code is K7-19d2", EMPTY_SURFACE),
    bad: lines(
      "after a turn that says: my code is K7-19d2",
      '← 200 {"wt_inject":1,"surface":{"system_instructions":[',
      '  {"type":"text","content":"The user\'s code is K7-19d2."}],',
      '  "tool_definitions":[],"extra_segments":[]}}',
    ),
    mend:
      "Compose the surface from configuration, as for a session that has just begun. Leave memories, summaries and retrieved notes out.",
  },
  "surface.malformed-is-invalid": {
    why:
      "A malformed surface that is stored looks like evidence, and one that ends the run destroys the evidence it was to document.",
    good: "The trace says: surface invalid. A loud warning; the run goes on.",
    bad: "The driver stores the two lists that it found, or stops the run.",
    mend: "Keep a third state beside reported and unavailable, and store no payload with it.",
  },
  "surface.recorded": {
    why:
      "A trace without the state can't say whether the prompt was the same as last time, or was never asked for.",
    good: 'The trace has "surface": {"status": "unavailable"}.',
    bad: "The trace has no word on the surface.",
    mend: "Write one of the three states into every trace.",
  },
  "surface.gate-hard-fails": {
    why:
      "The run is lenient so that the cheap check before it can be strict. A gate that shrugs at a broken surface leaves nobody to notice.",
    good: "wt-inject surface check: invalid, exit 1.",
    bad: "A gate that skips what it can't parse and exits 0.",
    mend: "Fail on invalid, whatever the golden says.",
  },
  "surface.reported-label": {
    why:
      "The endpoint says what it would compose; no driver sees what the model read. Without the label a reader takes a claim for a measurement.",
    good: "Surface, as reported by the endpoint:",
    bad: "The prompt the model saw:",
    mend: "Say reported wherever a surface is shown or stored.",
  },
  "surface.once-per-run": {
    why:
      "After a turn the endpoint may have changed, and an older probe may be of another build. One probe between the reset and the first turn describes the run it stands in.",
    good: "reset, surface, inject, inject",
    bad: "surface, reset, inject, surface, inject",
    mend: "Probe after the reset and before the first turn, and use it for that run alone.",
  },
  "surface.sensitive": {
    why: "A surface is the system prompt. A trace attached to a ticket publishes it.",
    good: "Surfaces are shown as pointers, lengths and hashes unless asked for.",
    bad: "The whole prompt stands in a public build log.",
    mend: "Store hashes by default, and give files that hold text a mode of 0600.",
  },
  "surface.examples-synthetic": {
    why: "An example copied from a real agent publishes somebody's prompt.",
    good: "A made-up freight desk, written for the example.",
    bad: "The support bot's prompt with the company name replaced.",
    mend: "Write examples from nothing.",
  },
};

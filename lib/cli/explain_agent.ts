/**
 * What there is to say of a check on a live agent: what is played, what fails, and how to mend it.
 *
 * @module
 */
import { LIVE_CHECKS, type LiveCheck } from "../corpus/agent_live_checks.ts";
import { livePlay, type LiveScriptTurn, type LiveStep } from "../corpus/agent_live_script.ts";
import { LIVE_HINTS } from "../corpus/agent_live_tell.ts";
import { REQUIREMENTS } from "../corpus/requirements.ts";
import { columns, paragraph } from "./wrap.ts";

/** The check of that id. */
export function liveCheck(id: string): LiveCheck | undefined {
  return LIVE_CHECKS.find((check) => check.id === id);
}

/** The explanation as text, no line wider than help's. */
export function liveCheckText({ id, title, level, ...check }: LiveCheck): string {
  const { requirement, tools, fails, codes, play } = check;
  const how = level === "SHOULD" ? "It warns where" : "It fails where";
  const needs = tools ? "It needs --agent-tool: the agent runs a tool. " : "";
  const turns = livePlay(play, TOOLS).map((turn, index) => turnText(turn, index === 0));
  return [
    [`${id}: ${title}`, `Judges a live agent by the requirement ${requirement}`]
      .map((text) => paragraph(text)).join("\n"),
    paragraph(`${level}. ${needs}"wt-inject corpus run --agent URL" plays it.`),
    `The requirement\n${paragraph(`"${REQUIREMENTS[requirement]}"`, 2)}`,
    `${how}\n${paragraph(`${fails}.`, 2)}`,
    `What is played, word for word (M and T are unlike any other word)\n${turns.join("\n")}`,
    `How to mend it\n${columns(codes.map((code) => [code, LIVE_HINTS[code]!] as const), 40)}`,
  ].join("\n\n") + "\n";
}

/** One line a check, as lists have it: id, level, whether it needs a tool, title. */
export function liveListText(): string {
  const width = Math.max(...LIVE_CHECKS.map(({ id }) => id.length));
  return LIVE_CHECKS.map(({ id, level, tools, title }) =>
    `${id.padEnd(width)}  ${level.padEnd(6)}  ${tools ? "tools" : "     "}  ${title}\n`
  ).join("");
}

/** The checks as data, without what only this program can use. */
export function liveListJson(): readonly Omit<LiveCheck, "judge">[] {
  return LIVE_CHECKS.map(({ judge: _judge, ...check }) => check);
}

/** Stand for those of --agent-tool. */
const TOOLS = [
  { name: "TOOL", arguments: '{"key":"value"}' },
  { name: "SECOND_TOOL", arguments: '{"key":"value"}' },
];

function turnText({ session, reset, say, steps }: LiveScriptTurn, first: boolean): string {
  return [
    ...(first || reset ? [paragraph("The agent is reset.", 2)] : []),
    paragraph(`The user, in session ${session}: ${say("M")}`, 2),
    ...steps.map((step) => paragraph(`The model: ${stepText(step)}`, 4)),
  ].join("\n");
}

function stepText({ text, calls = [], stop, fault }: LiveStep): string {
  const called = calls.map(({ name, arguments: given }) => ` It calls ${name} with ${given}.`);
  const end = stop === "length"
    ? " [the length limit cuts it]"
    : fault === undefined
    ? ""
    : { cut: " [it breaks off]", error: " [an error comes]" }[fault];
  return `${text("T")}${called.join("")}${end}`;
}

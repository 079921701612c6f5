/**
 * What came of a check on a live agent, told without a word that was said unless values are asked for.
 *
 * @module
 */
import type { ReportExchange } from "../contract/report.ts";
import type { CheckResult, Finding } from "../contract/result.ts";
import { bytesForReport, exchangeForReport } from "../wire/evidence.ts";
import type { LiveCheck } from "./agent_live_checks.ts";
import type { LivePlay, LiveRequest } from "./agent_live_record.ts";
import type { PlayVerdict } from "./judge.ts";
import { ROUTES } from "./paths.ts";
import { MODEL_WRITERS } from "./players/model.ts";
import { answerId } from "./players/model_reply.ts";
import { findingOf } from "./tell.ts";

/** How many bytes of a body are shown. */
const SHOWN_BYTES = 4096;
/** When something began that has no time of its own. */
const NEVER = new Date(0).toISOString();
/** How many codes a message names. */
const NAMED_CODES = 4;

/** How to mend an agent, by the code of the difference. */
export const LIVE_HINTS: Readonly<Record<string, string>> = {
  "text-changed": "Hand the user's words to the model as they came.",
  "text-decorated": "Fine where it is meant; the user's words stand inside.",
  "history-decorated": "Fine where it is meant: something around an earlier turn differs.",
  "system-changed": "Fine where it is meant; a changing prefix also defeats prompt caches.",
  "history-flattened": "Better send earlier turns in their own roles than as one text.",
  "history-compacted": "Fine where it is meant: earlier turns were replaced by something shorter.",
  "history-reordered": "Send earlier turns in the order in which they were said.",
  "not-append-only": "Send earlier turns as they were sent before.",
  "turn-missing":
    "Send every earlier turn of the session, or say in the request what was left out.",
  "answer-changed": "Keep the model's answer as it gave it.",
  "answer-not-in-history": "Put the model's actual answer, text and calls, into the next request.",
  "session-mixed": "Key all state by session_id, and destroy all of it on a reset.",
  "false-success":
    "Set error where the model's answer was cut short or failed, or ask it to go on.",
  "no-error-told":
    "Set error: the contract has it for a model that failed; words alone are an answer.",
  "failure-not-in-contract": "Answer 200 with a full envelope and error set.",
  "result-missing": "Give the model one result for each of its calls.",
  "result-duplicate": "Give the model one result for each of its calls, once.",
  "result-parted": "Tie each result to the id of its call.",
  "result-swapped": "Tie each result to its call by id, never by its place in a list.",
  "id-renamed": "Better keep the ids that the model gave.",
  "report-missing": "List every call that the model made in tool_calls.",
  "report-changed": "Report a call with the values that the model gave.",
  "report-reordered": "Report calls in the order in which the model made them.",
  "report-added": "Report each call once, and only those that were made.",
  "report-invented": "Better leave out a call whose arguments are no object, or keep their text.",
  "arguments-repaired":
    "Tell the model that its arguments are malformed; don't mend them in silence.",
  "arguments-changed": "Keep the arguments as the model wrote them.",
  "arguments-emptied": "Better keep the model's own text in the history than in the error alone.",
  "arguments-wrapped": "Fine where it is meant: the text stands inside another object.",
  "call-hidden": "Keep the model's answer in the history and tell it what was wrong with the call.",
  "call-replaced":
    "Better keep the model's own answer in the history, with an error as its result.",
  "call-name": "Keep the name that the model called.",
  "error-hidden": "Give the model the error as the call's result.",
  "error-flag-missing": "Set is_error on the result of a call that failed.",
};

/** A check's line, and what a reader who asked for values is shown beside it. */
export async function liveResult(
  check: LiveCheck,
  verdict: PlayVerdict,
  play: LivePlay,
  showValues: boolean,
): Promise<{ readonly result: CheckResult; readonly exchanges: readonly ReportExchange[] }> {
  const shows = showValues && verdict.verdict !== "passed";
  const exchanges = shows ? evidenceOf(check.play, play) : [];
  const findings = await Promise.all(verdict.differences.map(async (one): Promise<Finding> => {
    const turn = /^\/turns\/\d+/.exec(one.pointer)?.[0].slice(1).replace("/", "-") ?? "";
    const cited = exchanges.filter(({ id }) => id.startsWith(`${check.play}/${turn}`));
    const finding = await findingOf(one, showValues, cited.map(({ id }) => id));
    const hint = LIVE_HINTS[one.code] ?? finding.violation.hint;
    return { ...finding, violation: { ...finding.violation, hint } };
  }));
  const result = {
    ...aboutCheck(check),
    verdict: verdict.verdict,
    message: messageOf(verdict),
    findings,
  };
  return {
    result: exchanges.length === 0 ? result : { ...result, shows: exchanges.map(({ id }) => id) },
    exchanges,
  };
}

/** What a line says of its check. */
export function aboutCheck({ id, requirement, level, tools, title }: LiveCheck) {
  return {
    id,
    clause: requirement,
    level,
    kind: tools ? "cooperative" as const : "wire" as const,
    section: "agent-live",
    title,
    required: level === "MUST",
  };
}

function messageOf({ verdict, differences, more, reason }: PlayVerdict): string {
  if (verdict === "passed") return "As expected";
  if (verdict === "could_not_run") return reason ?? "It could not be seen";
  const codes = [...new Set(differences.map(({ code }) => code))].slice(0, NAMED_CODES).join(", ");
  const total = differences.length + more;
  return `${total} difference${total === 1 ? "" : "s"}: ${codes}`;
}

function evidenceOf(name: string, { turns, others }: LivePlay): readonly ReportExchange[] {
  const began = turns[0]?.exchange?.startedAt ?? NEVER;
  const asked = (id: string, purpose: string, one: LiveRequest): ReportExchange => ({
    id,
    purpose: `${purpose}, and what it answered${one.request.stream ? " (streamed)" : ""}`,
    curl: `# it came to the model as POST ${ROUTES[one.dialect]}: ${lineOf(one.body)}`,
    request: {
      method: "POST",
      url: ROUTES[one.dialect],
      headers: [],
      body: bytesForReport(one.body, SHOWN_BYTES),
    },
    response: { status: 200, http_version: "1.1", headers: [], body: answerOf(one) },
    started_at: began,
    times_ms: { end: 0 },
  });
  return [
    ...turns.flatMap(({ exchange, requests }, turn): readonly ReportExchange[] => {
      const id = `${name}/turns-${turn}`;
      const purpose = "a user turn over Contract C";
      return [
        ...(exchange === undefined
          ? []
          : [exchangeForReport(exchange, { id: `${id}/inject`, purpose }, SHOWN_BYTES)]),
        ...requests.map((one, index) =>
          asked(`${id}/model-${index}`, "what the model was sent in this turn", one)
        ),
      ];
    }),
    ...others.map((one, index) =>
      asked(`${name}/others/model-${index}`, "what the model was sent beside the turns", one)
    ),
  ];
}

/** A body on one line. */
function lineOf(body: Uint8Array): string {
  const { text = "" } = bytesForReport(body, SHOWN_BYTES);
  return text.replace(/\s*\n\s*/g, " ");
}

/** What the model said, as an answer that is no stream has it; what broke off or failed is there whole. */
function answerOf(
  { dialect, out, index, request }: LiveRequest,
): ReportExchange["request"]["body"] {
  const form = { model: request.model ?? "", id: answerId(index), usageChunk: false };
  const text = MODEL_WRITERS[dialect].body(out, form);
  return bytesForReport(new TextEncoder().encode(text), SHOWN_BYTES);
}

/**
 * Drivers that hand on something else than the error, the reply or the reason that came.
 *
 * @module
 */
import type { Fault } from "./driver.ts";
import { handError, handTurns } from "./edit.ts";

/** Every case in which an agent fails as the contract has it. */
const EVERY_ERROR: readonly string[] = [
  "error.empty-reply",
  "error.with-*",
  "error.white-space",
  "error.line-breaks",
  "error.unicode",
  "error.long",
  "error.scoreable",
];

/** The faults. */
export const errorFaults: readonly Fault[] = [
  {
    id: "makes-up-reply",
    breaks: "error.verbatim",
    what: "makes up a reply where an agent's failure has none",
    hand: handTurns((turn) => {
      const message = turn.choices[0]?.message;
      if (message?.content === "") message.content = "Sorry, something went wrong.";
    }),
    kills: [
      "error.empty-reply",
      "error.with-calls",
      "error.white-space",
      "error.line-breaks",
      "error.unicode",
      "error.long",
      "error.scoreable",
    ],
  },
  {
    id: "drops-error",
    breaks: "error.verbatim",
    what: "hands on an agent's failure as an ordinary turn",
    hand: (answer) => {
      const made = handTurns((turn) => delete turn.worker_warnings)(answer);
      if (made.outcome !== "agent_error") return made;
      const { detail: _, ...rest } = made;
      return { ...rest, outcome: "ok" };
    },
    kills: EVERY_ERROR,
  },
  {
    id: "error-fails-run",
    breaks: "error.scoreable",
    what: "takes an agent's failure for a failure of the run",
    hand: (answer) =>
      answer.outcome === "agent_error" ? { ...answer, outcome: "contract_failure" } : answer,
    kills: EVERY_ERROR,
  },
  {
    id: "trims-error",
    breaks: "error.verbatim",
    what: "trims the error",
    hand: handError((error) => error.trim()),
    kills: ["error.white-space"],
  },
  {
    id: "first-line-of-error",
    breaks: "error.verbatim",
    what: "keeps the error's first line",
    hand: handError((error) => error.split("\n")[0] ?? ""),
    kills: ["error.white-space", "error.line-breaks"],
  },
  {
    id: "error-in-ascii",
    breaks: "error.verbatim",
    what: "replaces what isn't ASCII in the error",
    // deno-lint-ignore no-control-regex -- all of ASCII
    hand: handError((error) => error.replace(/[^\x00-\x7f]/g, "?")),
    kills: ["error.unicode"],
  },
  {
    id: "cuts-error",
    breaks: "error.verbatim",
    what: "cuts the error at 1,000 characters",
    hand: handError((error) => error.slice(0, 1000)),
    kills: ["error.long"],
  },
  {
    id: "prefixes-error",
    breaks: "error.verbatim",
    what: 'puts "agent error: " before the error',
    hand: handError((error) => `agent error: ${error}`),
    kills: EVERY_ERROR,
  },
  {
    id: "drops-reply-beside-error",
    breaks: "error.verbatim",
    what: "drops the reply where there is an error",
    hand: handTurns((turn) => {
      const message = turn.choices[0]?.message;
      if (turn.worker_warnings && message) message.content = "";
    }),
    kills: ["error.with-reply"],
  },
  {
    id: "drops-calls-beside-error",
    breaks: "error.verbatim",
    what: "drops the calls where there is an error",
    hand: handTurns((turn) => {
      const message = turn.choices[0]?.message;
      if (turn.worker_warnings && message) message.tool_calls = [];
    }),
    kills: ["error.with-calls"],
  },
  {
    id: "silent-failure",
    breaks: "error.contract-level",
    what: "says of a failure that it failed, and not how",
    fail: (answer) => ({ ...answer, detail: "bad answer" }),
    kills: ["status.detail"],
  },
];

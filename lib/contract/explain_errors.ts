/**
 * Errors and time-outs, explained.
 *
 * @module
 */
import { type Explanations, lines } from "./explain_text.ts";

/** Errors and time-outs: its explanations. */
export const ERRORS: Explanations = {
  "error.agent-level": {
    why:
      "A model error or a crashed tool is the agent's own result and can be scored. Sent as HTTP 500 it ends the run instead, and looks like broken plumbing.",
    good: lines(
      '← 200 {"wt_inject":1,"reply":"","tool_calls":[],',
      '  "error":"model overloaded (529)"}',
    ),
    bad: "← 500 Internal Server Error",
    mend:
      "Catch what the agent throws inside the handler and answer 200 with the full envelope and error. Keep other statuses for requests that broke the contract.",
  },
  "error.witnessed-calls": {
    why:
      "What the agent did before it failed is often the reason why. An empty list hides a forbidden call, or the right first half of the path, behind the error.",
    good: lines(
      '← 200 {"wt_inject":1,"reply":"","tool_calls":[',
      '  {"name":"client_lookup","arguments":{"query":"pallet"}}],',
      '  "error":"order_status crashed"}',
    ),
    bad: lines(
      "called: client_lookup, then the turn failed",
      '← 200 {"wt_inject":1,"reply":"","tool_calls":[],',
      '  "error":"order_status crashed"}',
    ),
    mend:
      "Keep the list of calls outside the code that may fail: append to it as calls are made, and send it from the error path too.",
  },
  "error.own-deadline": {
    why:
      "An expiry that comes back as 504, or as a dropped connection, is a transport fault to the driver: the run fails, and the agent's slowness is never scored as what it is.",
    good: lines(
      "← 200 after timeout_s",
      '  {"wt_inject":1,"reply":"","tool_calls":[],"error":"timed out"}',
    ),
    bad: lines("← 504 Gateway Timeout", "← connection closed without an answer"),
    mend:
      "Put your own timer around the agent, shorter than that of any proxy or framework in front, and turn its expiry into an error envelope with the calls seen so far.",
  },
  "error.verbatim": {
    why:
      "The error is evidence. Reworded, cut or replaced by a friendly reply, it can't be told from something that the agent said.",
    good: '"error":"HTTP 529" is in the trace as HTTP 529, and there is no reply.',
    bad: 'The trace has the reply "Sorry, something went wrong."',
    mend: "Copy the string into the trace as it is, and leave the reply as it came, empty or not.",
  },
  "error.scoreable": {
    why:
      "If an agent's failure ends the run, a flaky agent has fewer results instead of worse ones, and its average goes up.",
    good: "The turn is recorded with its error, and the run goes on to scoring.",
    bad: "The driver throws on error, and the scenario has no result.",
    mend: "Return an error envelope as an outcome of the turn. Throw for contract faults alone.",
  },
  "error.contract-level": {
    why:
      "An endpoint that breaks the contract hasn't been measured. A driver that fills in the missing key goes on to score its own guess.",
    good: lines(
      '← 200 {"wt_inject":1,"reply":"Hi."}',
      "The run fails: tool_calls is missing; status 200 and the body are shown.",
    ),
    bad: lines(
      '← 200 {"wt_inject":1,"reply":"Hi."}',
      "The driver takes tool_calls for [] and goes on.",
    ),
    mend: "Validate first. On any breach fail the run, with the status and the body as detail.",
  },
  "error.no-retry": {
    why:
      "A second try that succeeds hides a flaky endpoint from a bench that exists to find flaky endpoints. It also delivers the turn twice. HTTP clients do this by themselves.",
    good: "The connection drops unanswered: one request was sent, the run fails.",
    bad: "The connection drops unanswered: the client sends the POST again.",
    mend:
      "Use a client that sends a POST exactly once: no retry adapter, no reused connection. Platform clients may re-send on a dropped one, so test it rather than trust it.",
  },
  "error.deadline": {
    why:
      "A time-out on each read never fires on an endpoint that sends one byte a second. The run hangs, or a turn that took ten minutes counts as one that met its deadline.",
    good: "One timer of timeout_s + 5 s, from the first byte sent to the last read.",
    bad: "A socket time-out that starts anew with every byte.",
    mend: "Bound the whole exchange, the body too, with one clock. When it runs out, fail the run.",
  },
  "error.grace-five": {
    why:
      "The grace is the endpoint's time to turn its own expiry into an error envelope. Much less and good endpoints fail; much more and slow ones pass.",
    good: "timeout_s 120: the driver waits 125 s in all.",
    bad: "timeout_s 120: the driver waits 120 s, or 300 s.",
    mend: "Add five seconds, fixed, whatever timeout_s is.",
  },
};

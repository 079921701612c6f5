/**
 * Layering, the built-in runtime, the canary, conformance and ratification, explained.
 *
 * @module
 */
import { type Explanations, lines } from "./explain_text.ts";

/** Layering to ratification: its explanations. */
export const AROUND: Explanations = {
  "layer.normalization": {
    why:
      "Endpoints never need to know OpenAI's shapes, because the driver converts. If that conversion changes a value, such as a digit of a long id, the trace shows a call that was never made.",
    good: lines(
      '"arguments":{"id":12345678901234567890}',
      '  becomes "{\\"id\\":12345678901234567890}"',
    ),
    bad: lines(
      '"arguments":{"id":12345678901234567890}',
      '  becomes "{\\"id\\":12345678901234567000}"',
    ),
    mend: "Convert in the driver, and write numbers as they were spelled.",
  },
  "runtime.config": {
    why:
      "Every mapping that can be configured is a place where a bench silently tests the wrong field.",
    good: "WT_INJECT_URL and WT_INJECT_TIMEOUT_S, and nothing else.",
    bad: "An option that names the reply's key.",
    mend: "Keep those two settings. An endpoint that differs must change, not the driver.",
  },
  "canary.nonce": {
    why:
      "A memorable phrase may be in a model's training, or be guessed. A random nonce can only come from the session that was told it.",
    good: "My code is 0b9c8a8e-57f0-4ee5-9d4e-2f6f6f0c6d3b.",
    bad: "My code is BLUE HORSE.",
    mend: "Mint a fresh UUID for each round.",
  },
  "canary.procedure": {
    why:
      "The order is the experiment: a probe in the seeded session, or before the reset, proves nothing.",
    good: "seed s1; reset; ask s2 what it was told, and for the code",
    bad: "seed s1; reset; ask s1 whether it is well",
    mend: "Seed, reset, then ask a new session both questions.",
  },
  "canary.verdict": {
    why:
      "The nonce after a reset has one explanation: state survived. Any softer verdict lets a proven leak pass.",
    good: "The nonce is in the reply: leak proven, the endpoint fails.",
    bad: "The nonce is in the reply: warned, since the model may have guessed it.",
    mend: "Fail on the first sight of the nonce, in any reply after the reset.",
  },
  "canary.asymmetric": {
    why:
      "State may sit where the model didn't look. A pass that claims isolation makes people stop looking.",
    good: "no leak observed (not proof of isolation)",
    bad: "isolation verified",
    mend: "Word a pass as what it is: nothing was seen.",
  },
  "canary.state-probe": {
    why: "Looking into the stores finds the leak that no question happened to reach.",
    good: "wt-inject canary --state-probe 'grep -r {nonce} ./data'",
    bad: "A pass from replies alone, for an agent with a search index.",
    mend: "Give the canary a command or a URL that searches the stores for the nonce.",
  },
  "conformance.canary": {
    why:
      "State that leaks from one scenario into the next makes every score a lie, and nothing else on the screen shows it.",
    good: lines(
      "told to s1 before a reset: my code is K7-19d2",
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s2","text":"My code?","timeout_s":9}',
      '← 200 {"wt_inject":1,"reply":"You told me none.","tool_calls":[]}',
    ),
    bad: lines(
      "told to s1 before a reset: my code is K7-19d2",
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s2","text":"My code?","timeout_s":9}',
      '← 200 {"wt_inject":1,"reply":"K7-19d2.","tool_calls":[]}',
    ),
    mend:
      "Find the store that answered: transcript, cache, index, long-term memory, a provider's own thread. Wipe it in the reset and await it.",
  },
  "conformance.must-call": {
    why:
      "The bench scores which tools an agent used. If a call that was made isn't listed, a right agent fails every scenario that asks for it.",
    good: lines(
      '← 200 {"wt_inject":1,"reply":"Reno.","tool_calls":[',
      '  {"name":"order_status","arguments":{"order_id":"4417"}}]}',
    ),
    bad: lines(
      "the agent called order_status",
      '← 200 {"wt_inject":1,"reply":"Reno.","tool_calls":[]}',
    ),
    mend:
      "List every call with its bare name. For the check, give a prompt that makes your agent use its tools (--tool-prompt and --expect-tools), or declare that it has none (--declare no-tools).",
  },
  "conformance.back-to-back": {
    why:
      "Two scenarios that each change state are the everyday use of a bench. If the second one sees what the first one did, the order of scenarios decides the score.",
    good: "scenario 1; reset; scenario 2 knows nothing of it",
    bad: "scenario 1 books a pallet; reset; scenario 2 finds it booked",
    mend: "Let the reset cover what tools write as well as what the agent remembers.",
  },
  "conformance.surface-neutral": {
    why:
      "If leaving out an optional route cost anything, it would be filled with something. That is worse than nothing.",
    good: "surface: 404, the endpoint conforms",
    bad: "surface: 404, the endpoint conforms in part",
    mend: "Judge the route only where it is served, and then strictly.",
  },
  "ratification.two-drivers": {
    why:
      "A contract with one driver is whatever that driver does. A second one, written apart, shows which sentences mean the same thing to two readers.",
    good: "Two drivers with separate code pass all cases and agree on outcomes.",
    bad: "One driver and a wrapper around it.",
    mend: "Run wt-inject ratify with both drivers, and publish the record, whatever it says.",
  },
};

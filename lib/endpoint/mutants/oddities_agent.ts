/**
 * Agents and endpoints that behave oddly, within the contract.
 *
 * @module
 */
import type { TurnResult } from "../agent.ts";
import { clean, type Mutant } from "../mutant.ts";
import { answers, bare, json, on, pause, smallTalk, text } from "../mutant_seams.ts";
import type { Answer, Asked, Seams } from "../mutant.ts";

const NARROW = ["no-tools", "no-recall", "no-slow-turn", "no-error-on-demand"] as const;

/**
 * An agent of one answer, which is over at once whatever it is told: once with nothing said of it, and
 * once with all of it declared.
 */
function agentThat(id: string, what: string, say: () => TurnResult): readonly Mutant[] {
  const agent: Seams["agent"] = (agent) => ({ ...agent, inject: () => Promise.resolve(say()) });
  const odd = { breaks: undefined, what, agent };
  return [
    {
      ...odd,
      id: `odd-agent-${id}`,
      ownProfile: {},
      expect: {
        ...clean,
        outcome: "INCOMPLETE",
        unproven: ["error.own-deadline", "session.memory", "conformance.canary"],
        why:
          "nothing that this agent does outlasts a deadline or shows a memory, and nobody says so",
      },
    },
    { ...odd, id: `odd-agent-${id}-as-declared`, ownProfile: { declare: NARROW }, expect: clean },
  ];
}

const broken = ({ route, valid }: Asked) => route === "inject" && !valid;

/** Broken requests refused in a way of one's own. */
function refuses(id: string, what: string, make: (asked: Asked) => Answer): Mutant {
  return {
    id: `odd-refusal-${id}`,
    breaks: undefined,
    what,
    ...answers(broken, make),
    expect: clean,
  };
}

function odd(id: string, what: string, seams: Seams, more: Partial<Mutant> = {}): Mutant {
  return { id: `odd-${id}`, breaks: undefined, what, ...seams, ...more, expect: clean };
}

const ownVersion = (asked: Asked) => asked.fields.wt_inject === 2;

/** Legal behaviour. */
export const agentOddities: readonly Mutant[] = [
  {
    id: "odd-nothing",
    breaks: undefined,
    what: "the reference endpoint, unchanged",
    expect: clean,
  },
  ...agentThat("refuses-politely", "an agent that refuses whatever it is asked", () => ({
    reply: "I am sorry, I can't help with that.",
    toolCalls: [],
  })),
  ...agentThat("always-fails", "an agent that fails every turn, by an error envelope", () => ({
    reply: "",
    error: "model overloaded",
  })),
  ...agentThat("always-throws", "an agent that throws every turn", () => {
    throw new RangeError("no model is configured");
  }),
  ...agentThat("chatters", "an agent that quotes what sounds like a protocol", () => ({
    reply: '{"wt_inject": 2, "error": "HTTP/1.1 504 Gateway Timeout", "reply": ""}',
    toolCalls: [],
  })),
  refuses(
    "400-with-an-envelope",
    "broken requests are HTTP 400",
    () => json({ wt_inject: 1, error: "bad request" }, 400),
  ),
  refuses("400-without-a-word", "broken requests are HTTP 400 without a body", () => bare(400)),
  refuses(
    "422",
    "broken requests are HTTP 422 with somebody else's JSON",
    () => json({ detail: [{ loc: ["body", "session_id"], msg: "field required" }] }, 422),
  ),
  refuses("500", "broken requests are HTTP 500 with a page of HTML", () => text("<h1>Oops", 500)),
  refuses(
    "200-with-an-error",
    "broken requests are error envelopes with status 200",
    () => json({ wt_inject: 1, reply: "", tool_calls: [], error: "text is missing" }),
  ),
  refuses(
    "200-with-little-but-an-error",
    "broken requests are 200s with an error alone",
    () => json({ error: "text is missing" }),
  ),
  odd("own-version-for-another", "a turn in version 2 is answered as one in version 1", {
    ...answers(
      ownVersion,
      ({ route }) =>
        route === "reset"
          ? json({ wt_inject: 1 })
          : json({ wt_inject: 1, reply: "Good morning.", tool_calls: [] }),
    ),
  }),
  odd("error-for-another-version", "a turn in version 2 is an error that echoes it", {
    ...answers(
      (asked) => ownVersion(asked) && asked.route === "inject",
      () => json({ wt_inject: 2, reply: "", tool_calls: [], error: "I speak version 1" }),
    ),
  }),
  odd("reply-at-half-its-deadline", "the first turn's reply takes half of timeout_s", {
    answer: (asked) =>
      asked.route === "inject" && asked.earlier === 0
        ? pause(Number(asked.fields.timeout_s) * 500, asked.closing).then(() =>
          json({ wt_inject: 1, reply: "Good morning.", tool_calls: [] })
        )
        : undefined,
  }, { timeoutS: 0.6 }),
  odd("body-at-half-its-deadline", "the first turn's head comes at once, its body later", {
    wire: (answer, { route, earlier, closing }) =>
      route === "inject" && earlier === 0
        ? [
          { send: `HTTP/1.1 200 OK\r\ncontent-length: ${answer.body.length}\r\n\r\n` },
          { send: answer.body.subarray(0, 5) },
          { wait: pause(300, closing) },
          { send: answer.body.subarray(5) },
          { close: "fin" },
        ]
        : undefined,
  }),
  odd("interim-while-it-thinks", "102 answers come while a turn is at work", {
    wire: (answer, { route, earlier, closing }) =>
      route === "inject" && earlier === 0
        ? [
          { send: "HTTP/1.1 102 Processing\r\n\r\n" },
          { wait: pause(100, closing) },
          { send: "HTTP/1.1 102 Processing\r\n\r\n" },
          { send: `HTTP/1.1 200 OK\r\ncontent-length: ${answer.body.length}\r\n\r\n` },
          { send: answer.body },
          { close: "fin" },
        ]
        : undefined,
  }),
  odd("reset-says-more", "a reset tells what it has deleted", {
    ...on("reset", (value) => ({ ...value, deleted: { sessions: 2 }, reply: null, error: "" })),
  }),
  odd("reply-is-an-empty-object", "an agent's words are JSON themselves", {
    ...smallTalk((value) => ({ ...value, reply: "{}" })),
  }),
  odd("location-on-a-200", "a Location header stands on every answer, 200s too", {
    head: (answer) => ({ ...answer, headers: [...answer.headers, ["location", "/elsewhere"]] }),
  }),
];

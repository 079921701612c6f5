/**
 * `wt_inject` in answers, and what is agreed to.
 *
 * @module
 */
import { fails, type Mutant, warns } from "../mutant.ts";
import {
  having,
  isOrdinary,
  json,
  on,
  replies,
  replyText,
  turns,
  without,
} from "../mutant_seams.ts";

const ECHO = "version.echo";
const UNSPOKEN = "version.unspoken";

function echoes(id: string, value: unknown): Mutant {
  return {
    id: `version-${id}-on-inject`,
    breaks: ECHO,
    what: `replies carry wt_inject: ${JSON.stringify(value)}`,
    ...replies(having("wt_inject", value)),
    expect: fails(ECHO),
  };
}

function spelled(id: string, spelling: string, expect: Mutant["expect"]): Mutant {
  return {
    id: `version-spelled-${id}`,
    breaks: ECHO,
    what: `replies spell the version ${spelling}`,
    ...replyText((text) => text.replace('"wt_inject":1', `"wt_inject":${spelling}`)),
    expect,
  };
}

/** Broken echoes, and versions that nobody speaks. */
export const versionMutants: readonly Mutant[] = [
  {
    id: "version-missing-on-inject",
    breaks: ECHO,
    what: "replies carry no version",
    ...replies(without("wt_inject")),
    expect: fails(ECHO),
  },
  echoes("a-string", "1"),
  echoes("true", true),
  echoes("two", 2),
  echoes("null", null),
  echoes("a-fraction", 1.5),
  echoes("zero", 0),
  echoes("a-list", [1]),
  spelled("with-a-point", "1.0", warns(ECHO)),
  spelled("with-an-exponent", "1e0", warns(ECHO)),
  spelled("as-ten-tenths", "10e-1", warns(ECHO)),
  spelled("a-hair-above-one", "1.00000000000000000001", {
    ...fails(ECHO),
    why: "a double rounds it to 1, but what stands there is no integer and doesn't equal 1",
  }),
  {
    id: "version-under-another-name",
    breaks: ECHO,
    what: "the echo is called version",
    ...replies((value) => without("wt_inject")({ ...value, version: 1 })),
    expect: fails(ECHO),
  },
  {
    id: "version-missing-on-errors-alone",
    breaks: "error.own-deadline",
    what: "failed and expired turns are answered with tool_calls and error, and no version",
    ...turns((value, asked) => isOrdinary(asked) ? value : without("wt_inject")(value)),
    expect: {
      ...fails(ECHO, "error.own-deadline", "error.agent-level"),
      why: "every 200 carries the version; a failure and an expiry need the full envelope besides",
    },
  },
  {
    id: "version-missing-on-reset",
    breaks: "reset.echo",
    what: "a reset is answered with an empty object",
    ...on("reset", without("wt_inject")),
    expect: fails(ECHO, "reset.echo"),
  },
  {
    id: "version-two-on-reset",
    breaks: "reset.echo",
    what: "a reset echoes wt_inject: 2",
    ...on("reset", having("wt_inject", 2)),
    expect: {
      ...fails(ECHO, "reset.echo"),
      why:
        "a reset in version 2 is refused with 400 all the same, so nothing unspoken is agreed to",
    },
  },
  {
    id: "version-spelled-with-a-point-on-reset",
    breaks: "reset.echo",
    what: "a reset's echo is spelled 1.0",
    text: (text, { route }) => route === "reset" ? text.replace(/1(?=\})/, "1.0") : text,
    expect: warns(ECHO, "reset.echo"),
  },
  {
    id: "version-missing-on-surface",
    breaks: ECHO,
    what: "a surface carries no version",
    ...on("surface", without("wt_inject")),
    expect: fails(ECHO),
  },
  {
    id: "version-two-on-surface",
    breaks: ECHO,
    what: "a surface carries wt_inject: 2",
    ...on("surface", having("wt_inject", 2)),
    expect: fails(ECHO),
  },
  {
    id: "version-unspoken-echoed-beside-a-reply",
    breaks: UNSPOKEN,
    what: "whatever version a turn asks for is echoed beside a reply",
    answer: ({ route, fields }) =>
      route === "inject" && fields.wt_inject === 2
        ? json({ wt_inject: 2, reply: "Good morning.", tool_calls: [] })
        : undefined,
    expect: warns(UNSPOKEN),
  },
  {
    id: "version-unspoken-echoed-on-reset",
    breaks: UNSPOKEN,
    what: "whatever version a reset asks for is echoed",
    answer: ({ route, fields }) =>
      route === "reset" && fields.wt_inject === 2 ? json({ wt_inject: 2 }) : undefined,
    expect: warns(UNSPOKEN),
  },
  {
    id: "version-always-as-asked",
    breaks: UNSPOKEN,
    what: "the endpoint copies the request's version without looking at it, on every route",
    answer: ({ route, fields }) =>
      fields.wt_inject !== 2
        ? undefined
        : route === "reset"
        ? json({ wt_inject: 2 })
        : json({ wt_inject: 2, reply: "Good morning.", tool_calls: [] }),
    expect: warns(UNSPOKEN),
  },
];

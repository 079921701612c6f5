/**
 * Turns whose words come from the user's profile: they make the agent call tools, or fail.
 *
 * @module
 */
import { member } from "../evidence.ts";
import type { Entry, Settings } from "../evidence.ts";
import type { Probe } from "../probe.ts";

/** Sessions in which tools are asked for before the agent is said not to call them. */
const TOOL_SESSIONS = 3;

/** The names that an answer lists, in order; entries without a string name are left out. */
export function calledNames(entry: Entry): readonly string[] {
  const calls = member(entry, "tool_calls");
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call) => {
    const name = (call as { name?: unknown } | null)?.name;
    return typeof name === "string" ? [name] : [];
  });
}

/** True where the names stand in `called` in this order; others may stand between them. */
export function inOrder(names: readonly string[], called: readonly string[]): boolean {
  let next = 0;
  for (const name of called) if (name === names[next]) next++;
  return next === names.length;
}

function askTools(settings: Settings): boolean {
  return settings.profile.tool_prompt !== undefined;
}

const tools: Probe = {
  id: "tools",
  purpose: "turns that make the agent call its tools, in up to three fresh sessions",
  turns: (settings) => askTools(settings) ? TOOL_SESSIONS : 0,
  async run(context) {
    const { tool_prompt: text, expect_tools: expected = [] } = context.settings.profile;
    if (text === undefined) return;
    for (let attempt = 1; attempt <= TOOL_SESSIONS; attempt++) {
      const entry = await context.inject({
        role: "tools",
        purpose: `a turn that makes the agent call tools, session ${attempt} of ${TOOL_SESSIONS}`,
        session: context.session(),
        text,
      });
      const called = calledNames(entry);
      if (called.length > 0 && inOrder(expected, called)) return;
    }
  },
};

const agentError: Probe = {
  id: "agent-error",
  purpose: "a turn that makes the agent fail",
  turns: (settings) => settings.profile.error_prompt === undefined ? 0 : 1,
  async run(context) {
    const text = context.settings.profile.error_prompt;
    if (text === undefined) return;
    await context.inject({
      role: "error",
      purpose: "a turn that makes the agent fail",
      session: context.session(),
      text,
    });
  },
};

/** In the order in which they run. */
export const promptedProbes: readonly Probe[] = [tools, agentError];

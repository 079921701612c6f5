/**
 * Turns whose words come from the user's profile: they make the agent call tools, or fail.
 *
 * @module
 */
import { echoText } from "../conversation.ts";
import { errorOf, member, replyOf } from "../evidence.ts";
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
  turns: (settings) => askTools(settings) ? 1 : 0,
  retries: (settings) => askTools(settings) ? TOOL_SESSIONS - 1 : 0,
  async run(context) {
    const { tool_prompt: text, expect_tools: expected = [] } = context.settings.profile;
    if (text === undefined) return;
    for (let attempt = 1; attempt <= TOOL_SESSIONS; attempt++) {
      const entry = await context.inject({
        role: "tools",
        purpose: `a turn that makes the agent call tools, session ${attempt}`,
        session: context.session(),
        text,
      });
      const called = calledNames(entry);
      if (called.length > 0 && inOrder(expected, called)) return;
      if (attempt < TOOL_SESSIONS && !context.retry()) return;
    }
  },
};

/** The memory probe makes its session A fail; where it doesn't run, a session of its own does. */
const agentError: Probe = {
  id: "agent-error",
  purpose: "a turn that makes the agent fail, again where it didn't",
  turns: (settings, beside) =>
    settings.profile.error_prompt === undefined || failsInMemory(settings, beside) ? 0 : 1,
  retries: (settings) => settings.profile.error_prompt === undefined ? 0 : 2,
  async run(context) {
    const { error_prompt: text, error_tools: tools = [] } = context.settings.profile;
    if (text === undefined) return;
    const ask = () =>
      context.inject({
        role: "error",
        purpose: "a turn that makes the agent fail, in a session of its own",
        session: context.session(),
        text,
      });
    const known = context.evidence.entries.find((e) => e.role === "error");
    let entry = known ?? await ask();
    for (let again = 0; again < 2; again++) {
      if (errorOf(entry) !== undefined && inOrder(tools, calledNames(entry))) return;
      if (!context.retry()) return;
      entry = await ask();
    }
  },
};

function failsInMemory(settings: Settings, beside: ReadonlySet<string>): boolean {
  return beside.has("memory") && !settings.declarations.includes("no-recall");
}

/** A text with what careless handling changes: edges, line ends, composed and decomposed letters. */
function payloadOf(nonce: string): string {
  return `<${nonce}>\n\t caf\u00e9 cafe\u0301 \u{1F69A} "quoted" \\n\r\n {"a": [1, null]}  two  spaces\n\u4e2d\u6587 </${nonce}>  \n`;
}

const text: Probe = {
  id: "text",
  purpose: "a text that the agent is asked to repeat word for word",
  turns: () => 1,
  retries: () => 1,
  async run(context) {
    for (let attempt = 0; attempt < 2; attempt++) {
      const payload = payloadOf(context.nonce());
      const entry = await context.inject({
        role: "echo",
        purpose: "a text to be repeated word for word",
        session: context.session(),
        text: echoText(context.settings.profile, payload),
        payload,
      });
      if (attempt === 1 || (replyOf(entry) ?? "").includes(payload) || !context.retry()) return;
    }
  },
};

/** In the order in which they run. */
export const promptedProbes: readonly Probe[] = [tools, agentError, text];

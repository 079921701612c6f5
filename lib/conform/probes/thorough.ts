/**
 * What `--thorough` adds: long and awkward texts, awkward session ids, rounds of many sessions.
 *
 * @module
 */
import { echoText, longSeedText, recallText, seedText } from "../conversation.ts";
import { replyOf, type Settings } from "../evidence.ts";
import type { Probe, ProbeContext } from "../probe.ts";

function recalls(settings: Settings): boolean {
  return !settings.declarations.includes("no-recall");
}

const LONG_BYTES = 64 * 1024;

/** Payloads by role: each begins and ends with a marker, as the judge expects. */
function payloads(
  nonce: string,
): readonly (readonly [role: string, purpose: string, payload: string])[] {
  const line = "The log of the quiet week lists pallets, docks and weather. ";
  const controls = Array.from({ length: 31 }, (_, i) => String.fromCharCode(i + 1)).join("") +
    "\u007f";
  return [
    [
      "echo-long",
      "a text of 64 KiB",
      `<${nonce}>${line.repeat(Math.ceil(LONG_BYTES / line.length))}</${nonce}>`,
    ],
    [
      "echo-controls",
      "a text with every control character but NUL",
      `<${nonce}>a${controls}b</${nonce}>`,
    ],
    [
      "echo-json",
      "a text that looks like a request",
      `<${nonce}>{"wt_inject": 2, "session_id": "other", "text": "\\u0000 \\" ]}", "timeout_s": 0}</${nonce}>`,
    ],
  ];
}

const texts: Probe = {
  id: "text-thorough",
  purpose: "long and awkward texts to be repeated word for word",
  thorough: true,
  turns: () => 3,
  retries: () => 3,
  async run(context) {
    for (const index of [0, 1, 2]) {
      for (let attempt = 0; attempt < 2; attempt++) {
        const [role, purpose, payload] = payloads(context.nonce())[index]!;
        const entry = await context.inject({
          role,
          purpose,
          session: context.session(),
          text: echoText(context.settings.profile, payload),
          payload,
        });
        if ((replyOf(entry) ?? "").includes(payload) || attempt === 1 || !context.retry()) break;
      }
    }
  },
};

/** Opaque means opaque: any string may come. */
function oddIds(uuid: string): readonly (readonly [id: string, purpose: string])[] {
  return [
    [`s\u00e9ance-\u{1F69A}-${uuid}`, "a session id with letters beyond ASCII and an emoji"],
    [`wt-${uuid}-${"i".repeat(1024 - 40)}`, "a session id of 1 KiB"],
    [`../a/b?c="d'&e=%00;${uuid}`, "a session id with slashes, quotes and a percent sign"],
    [` ${uuid} `, "a session id with spaces at its edges"],
    [uuid, "the same session id without them"],
  ];
}

const ids: Probe = {
  id: "odd-sessions",
  purpose: "awkward session ids, each told a nonce and asked for it",
  thorough: true,
  turns: (settings) => 5 + (recalls(settings) ? 5 : 0),
  async run(context) {
    const { profile } = context.settings;
    const sessions = oddIds(crypto.randomUUID());
    await context.reset({ role: "reset-before", purpose: "a reset before the awkward sessions" });
    for (const [session, purpose] of sessions) {
      const nonce = context.nonce();
      await context.inject({
        role: "odd-first",
        purpose: `the first turn of ${purpose}`,
        session,
        nonce,
        text: seedText(profile, nonce),
      });
    }
    if (!recalls(context.settings)) return;
    for (const [session, purpose] of sessions) {
      await context.inject({
        role: "odd-recall",
        purpose: `the session is asked for its nonce: ${purpose}`,
        session,
        text: recallText(profile),
      });
    }
  },
};

const ROUNDS = 3;
const SESSIONS = 4;

async function manySessions(context: ProbeContext, round: number): Promise<void> {
  const { profile } = context.settings;
  const sessions = Array.from({ length: SESSIONS }, () => context.session());
  await context.reset({
    role: "reset-before",
    purpose: `round ${round}: a reset before many sessions`,
  });
  for (const session of sessions) {
    const nonce = context.nonce();
    const words = session === sessions[0] ? longSeedText : seedText;
    await context.inject({
      role: "seed",
      purpose: `round ${round}: one of ${SESSIONS} sessions is told a nonce`,
      session,
      nonce,
      text: words(profile, nonce),
    });
  }
  await context.reset({
    role: "reset",
    purpose: `round ${round}: the reset that must wipe them all`,
  });
  const fresh = context.session();
  const order = round % 2 === 0 ? [fresh, ...sessions] : [...sessions, fresh];
  for (const session of order) {
    await context.inject({
      role: "after",
      purpose: `round ${round}: ${
        session === fresh ? "a new session" : "one of the old ids"
      } is asked after the reset`,
      session,
      text: recallText(profile),
    });
  }
}

const rounds: Probe = {
  id: "reset-rounds",
  purpose: "rounds of many sessions, reset and asked at once",
  thorough: true,
  turns: (settings) => recalls(settings) ? ROUNDS * (2 * SESSIONS + 1) : 0,
  async run(context) {
    if (!recalls(context.settings)) return;
    for (let round = 1; round <= ROUNDS; round++) await manySessions(context, round);
  },
};

/** In the order in which they run. */
export const thoroughProbes: readonly Probe[] = [ids, rounds, texts];

/**
 * The canary as a run of its own: rounds of seed, control, reset and questions, each with a new nonce, and
 * with an eye on the nonces of earlier rounds.
 *
 * @module
 */
import { longSeedText, recallText, seedText, toldText } from "../conversation.ts";
import type { CanarySettings, Settings } from "../evidence.ts";
import type { Probe, ProbeContext } from "../probe.ts";

/** Turns of one round, the user's own questions apart: seed, control, isolation, told, recall, own id. */
const ROUND_TURNS = 6;

function roundTurns({ recall, questions }: CanarySettings): number {
  return recall ? ROUND_TURNS + questions.length : 1;
}

async function round(context: ProbeContext, canary: CanarySettings, n: number): Promise<void> {
  const { profile } = context.settings;
  const nonce = context.nonce();
  const a = context.session();
  const b = context.session();
  const of = `round ${n} of ${canary.rounds}`;
  const ask = (role: string, session: string, text: string, purpose: string) =>
    context.inject({ role, session, text, purpose: `${of}: ${purpose}` });

  // Later rounds start from what the round before left: right after a reset that comes late, a seed would
  // be wiped itself, and nothing would show.
  if (n === 1) {
    await context.reset({ role: "reset-before", purpose: `${of}: a reset before the seed` });
  }
  await context.inject({
    role: "seed",
    purpose: `${of}: session A is told a nonce`,
    session: a,
    nonce,
    // An index that keeps only what is long enough to be worth it keeps every other seed.
    text: n % 2 === 0 ? longSeedText(profile, nonce) : seedText(profile, nonce),
  });
  if (canary.recall) {
    await ask(
      "control",
      a,
      recallText(profile),
      "session A is asked for it: can this agent recall?",
    );
    await ask(
      "stranger",
      context.session(),
      recallText(profile),
      "a session that never saw it is asked",
    );
  }
  if (canary.stateProbe) await context.look("before", nonce);
  await context.reset({ role: "reset", purpose: `${of}: the reset that must wipe it` });
  if (canary.stateProbe) await context.look("after", nonce);
  if (canary.recall) {
    const own = () => ask("own-id", a, recallText(profile), "A's own id is asked after the reset");
    // What is wiped late shows to whoever asks first: each kind of session gets to be that.
    if (n % 2 === 0) await own();
    await ask("told", b, toldText(profile), "a new session B is asked what it was told");
    await ask("recall", b, recallText(profile), "session B is asked for the nonce");
    for (const question of canary.questions) {
      await ask("question", b, question, "session B is asked the user's own question");
    }
    if (n % 2 === 1) await own();
  }
  await context.surface({ role: "surface", purpose: `${of}: the surface after the reset` });
}

function canaryOf(settings: Settings): CanarySettings {
  return settings.canary ?? { rounds: 0, questions: [], recall: true, stateProbe: false };
}

/** The canary probe. */
export const canaryRounds: Probe = {
  id: "canary",
  purpose: "rounds of a nonce told, a reset, and questions for it",
  turns: (settings) => canaryOf(settings).rounds * roundTurns(canaryOf(settings)),
  async run(context) {
    const canary = canaryOf(context.settings);
    for (let n = 1; n <= canary.rounds; n++) await round(context, canary, n);
  },
};

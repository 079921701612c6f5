/**
 * The canary as a driver is led through it: which operations, in which order, and what each may tell.
 *
 * @module
 */
import type { JsonValue } from "../contract/json.ts";
import type { Profile } from "../contract/profile.ts";
import { recallText, seedText, toldText } from "../conform/conversation.ts";
import { newSessionId } from "../driver/session_id.ts";
import { REFERENCE_PROFILE } from "../endpoint/reference.ts";
import type { DriverOutcome } from "./outcome.ts";
import type { AdapterRequest } from "./protocol.ts";
import type { DriverCanary } from "./ratify_record.ts";

/** The seed is the reference agent's own; the direct ask is another one than what was told. */
const WORDS: Profile = { seed_prompt: REFERENCE_PROFILE.seed_prompt! };

/** One call to make. */
export interface PlannedStep {
  readonly purpose: string;
  readonly asked: AdapterRequest;
  /**
   * `control`: the nonce must come back, or this driver carries nothing. `probe`: it comes back only where
   * it leaked.
   */
  readonly role: "set-up" | "control" | "probe";
  /** The step is left out where the driver doesn't offer the operation. */
  readonly optional?: true;
}

/**
 * The calls of one canary. With sessions of ours, the old session is asked again; in whole runs the driver
 * mints its sessions, so only new ones can be asked.
 */
export function plannedSteps(route: DriverCanary["route"], nonce: string): readonly PlannedStep[] {
  const seed = seedText(WORDS, nonce);
  const recall = recallText(WORDS);
  const told = toldText(WORDS);
  if (route === "run") {
    return [
      {
        purpose: "a run: seed, and recall in the same session",
        asked: { op: "run", texts: [seed, recall] },
        role: "control",
      },
      { purpose: "reset", asked: { op: "reset" }, role: "set-up", optional: true },
      {
        purpose: "a new run: what it was told, and recall",
        asked: { op: "run", texts: [told, recall] },
        role: "probe",
      },
    ];
  }
  const [old, fresh] = [newSessionId(), newSessionId()];
  const inject = (session_id: string, text: string) =>
    ({ op: "inject", session_id, text }) as const;
  return [
    { purpose: "reset before the seed", asked: { op: "reset" }, role: "set-up" },
    { purpose: "seed", asked: inject(old, seed), role: "set-up" },
    { purpose: "recall in the same session", asked: inject(old, recall), role: "control" },
    { purpose: "reset", asked: { op: "reset" }, role: "set-up" },
    { purpose: "a new session: what it was told", asked: inject(fresh, told), role: "probe" },
    { purpose: "the new session: recall", asked: inject(fresh, recall), role: "probe" },
    { purpose: "the old session: recall", asked: inject(old, recall), role: "probe" },
  ];
}

/** What a driver handed on of a step that counts: of a seeding run, only what came after the seed. */
export function handedOn(
  { role, asked }: PlannedStep,
  { doc, turns }: DriverOutcome,
): readonly JsonValue[] {
  if (role === "control" && asked.op === "run") return turns.slice(1).map(({ value }) => value);
  return [doc.value];
}

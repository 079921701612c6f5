/**
 * What looks into the endpoint's own stores say: a nonce that survives a reset there is a leak that no
 * question has to find.
 *
 * @module
 */
import type { Finding } from "../../contract/result.ts";
import { finding } from "../check.ts";
import { answered200, type Entry, type Evidence, type StateLook } from "../evidence.ts";
import { FRAGMENT } from "../nonce.ts";
import { outcomeWords } from "./shared.ts";

/** What the looks amount to. */
export type Stores =
  | { readonly state: "none" }
  | { readonly state: "clean"; readonly looks: number }
  | { readonly state: "powerless"; readonly reason: string }
  | { readonly state: "leak"; readonly finding: Finding; readonly entry: Entry | undefined };

function found(look: StateLook): boolean {
  return look.digits >= FRAGMENT;
}

/** The reset after which a look was taken. */
function resetBefore(evidence: Evidence, look: StateLook): Entry | undefined {
  return evidence.entries.slice(0, look.at).findLast(({ route }) => route === "reset");
}

/** Judges the looks of a run. */
export function judgeStores(evidence: Evidence, clauseId: string): Stores {
  const { looks } = evidence;
  if (looks.length === 0) return { state: "none" };
  const after = looks.filter(({ when }) => when === "after");
  const wiped = (look: StateLook) => {
    const reset = resetBefore(evidence, look);
    return reset !== undefined && answered200(reset);
  };
  const leak = after.find((look) => found(look) && wiped(look));
  if (leak !== undefined) {
    const seed = evidence.entries.find((e) => e.nonce === leak.nonce);
    const reset = resetBefore(evidence, leak);
    return {
      state: "leak",
      entry: seed,
      finding: finding(
        {
          clause: clauseId,
          code: "state-probe-leak",
          severity: "failed",
          where: "body",
          pointer: "",
          expected: "no store to hold a nonce after the reset's 200",
          received:
            `leak proven: the state probe printed ${leak.digits} of the nonce's 32 hex digits in a row after the reset`,
          hint: "Destroy what the state probe looks at in the reset, before its 200.",
        },
        ...[seed, reset].filter((e) => e !== undefined),
      ),
    };
  }
  const failed = looks.find((look) => look.error !== undefined);
  if (failed !== undefined) {
    return { state: "powerless", reason: `the state probe could not look: ${failed.error}` };
  }
  const unwiped = after.find((look) => !wiped(look));
  if (unwiped !== undefined) {
    const reset = resetBefore(evidence, unwiped);
    return {
      state: "powerless",
      reason: `the reset ${
        reset === undefined ? "was not sent" : `had ${outcomeWords(reset)}`
      }, so nothing says that the stores had to be empty after it`,
    };
  }
  const before = looks.filter((look) => look.when === "before");
  const blind = before.find((look) => !found(look));
  if (blind !== undefined || before.length === 0) {
    return {
      state: "powerless",
      reason:
        "the state probe didn't find the nonce before the reset, so not finding it after proves nothing",
    };
  }
  return { state: "clean", looks: before.length };
}

/**
 * Mutants in what goes on around the words: attempts, errors, leases, connections, state.
 *
 * @module
 */
import type { Lease } from "../admission.ts";
import type { NeutralTurn } from "../neutral.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { bodies, perDialect, requests } from "./seams.ts";

function mutant(
  id: string,
  what: string,
  breaks: GatewayMutant["breaks"],
  kinds: GatewayMutant["kinds"],
  parts: () => Partial<GatewayParts>,
  kills: GatewayMutant["kills"],
): GatewayMutant {
  return { id, what, breaks, kinds, make: () => partsWith(parts()), kills };
}

const EVERY = ["relay", "across"] as const;

function leases(change: (lease: Lease) => Lease): Pick<GatewayParts, "admission"> {
  return {
    admission(capacity) {
      const admission = gatewayParts.admission(capacity);
      return {
        counts: admission.counts,
        take() {
          const lease = admission.take();
          return lease === undefined ? undefined : change(lease);
        },
      };
    },
  };
}

/** Asks again where an answer's body breaks off, and goes on with what comes then. */
function resumed(): Pick<GatewayParts, "attempt"> {
  return bodies(async function* (answer, call) {
    try {
      yield* answer.body;
    } catch {
      const second = await gatewayParts.attempt(call);
      try {
        yield* second.body;
      } finally {
        second.close();
      }
    }
  });
}

/** Adds what other histories with the same first message said. */
function shared(): Pick<GatewayParts, "writeRequest"> {
  const kept = new Map<string, NeutralTurn[]>();
  return requests((request) => {
    const key = JSON.stringify(request.turns[0]);
    const known = kept.get(key) ?? [];
    const said = new Set(request.turns.map((turn) => JSON.stringify(turn)));
    const others = known.filter((turn) =>
      turn.parts.every(({ kind }) => kind === "text") && !said.has(JSON.stringify(turn))
    );
    kept.set(key, [...known, ...request.turns]);
    const [first, ...rest] = request.turns;
    return first === undefined ? request : { ...request, turns: [first, ...others, ...rest] };
  });
}

/** Everything that isn't said in words. */
export const CARRIAGE_MUTANTS: readonly GatewayMutant[] = [
  mutant("retry-on-500", "asks again when the upstream answers 500", "R008", EVERY, () => ({
    async attempt(call) {
      const first = await gatewayParts.attempt(call);
      if (first.status !== 500) return first;
      first.close();
      return await gatewayParts.attempt(call);
    },
  }), []),
  mutant("retry-on-429", "asks again when the upstream answers 429", "R008", EVERY, () => ({
    async attempt(call) {
      const first = await gatewayParts.attempt(call);
      if (first.status !== 429) return first;
      first.close();
      return await gatewayParts.attempt(call);
    },
  }), []),
  mutant(
    "retry-before-head",
    "asks again when the connection breaks before the answer's head",
    "R008",
    EVERY,
    () => ({
      attempt: (call) => gatewayParts.attempt(call).catch(() => gatewayParts.attempt(call)),
    }),
    [],
  ),
  mutant(
    "retry-in-stream",
    "asks again when the connection breaks after the answer's first byte",
    "R008",
    EVERY,
    resumed,
    [],
  ),
  mutant("attempt-doubled", "asks twice and answers with the second", "R008", EVERY, () => ({
    async attempt(call) {
      const first = await gatewayParts.attempt(call);
      first.close();
      return await gatewayParts.attempt(call);
    },
  }), []),
  mutant(
    "lease-lost",
    "never gives a lease back",
    "R007",
    EVERY,
    () => leases(() => ({ release: () => {} })),
    [],
  ),
  mutant("lease-twice", "gives a lease back twice", "R007", EVERY, () =>
    leases((lease) => ({
      release() {
        lease.release();
        lease.release();
      },
    })), []),
  mutant(
    "disconnect-ignored",
    "reads the upstream to its end when the client has gone",
    "R007",
    EVERY,
    () => ({ giveUp: () => new AbortController().signal }),
    [],
  ),
  mutant(
    "lease-lost-on-disconnect",
    "gives no lease back when the client has gone",
    "R007",
    EVERY,
    () => {
      let gone: AbortSignal | undefined;
      return {
        giveUp(signal) {
          gone = signal;
          return signal;
        },
        ...leases((lease) => ({
          release: () => {
            if (gone?.aborted !== true) lease.release();
          },
        })),
      };
    },
    [],
  ),
  mutant(
    "branch-shared",
    "adds to a history what another with the same first message said",
    "R005",
    ["across"],
    shared,
    [],
  ),
  mutant("error-as-200", "answers an error with status 200", "R007", EVERY, () => ({
    errorStatus: () => 200,
  }), []),
  mutant("429-as-500", "answers 500 where the upstream says 429", "R007", EVERY, () => ({
    errorStatus: (error, dialect) =>
      error.status === 429 ? 500 : gatewayParts.errorStatus(error, dialect),
  }), []),
  mutant("retry-after-dropped", "drops Retry-After", "R007", EVERY, () => ({
    answerHeaders: (headers, from, to) =>
      gatewayParts.answerHeaders(headers, from, to)
        .filter(([name]) => name.toLowerCase() !== "retry-after"),
  }), []),
  mutant(
    "in-band-error-swallowed",
    "ends a stream as a success where the upstream tells an error in it",
    "R007",
    ["across"],
    () => ({
      streamReader: perDialect((dialect) => (steps) => {
        const reader = gatewayParts.streamReader[dialect](steps);
        return {
          read: (event) =>
            reader.read(event).map((one) =>
              one.kind === "error" ? { kind: "end", stop: "stop" } as const : one
            ),
        };
      }),
    }),
    [],
  ),
  mutant(
    "arguments-as-empty",
    "makes {} of arguments that are no JSON object",
    "R009",
    ["across"],
    () => ({
      steps: {
        ...gatewayParts.steps,
        arguments(text, fault) {
          try {
            return gatewayParts.steps.arguments(text, fault);
          } catch {
            return "{}";
          }
        },
      },
    }),
    [],
  ),
  mutant(
    "missing-id-as-empty",
    'makes "" of the id that a call or result lacks',
    "R009",
    ["across"],
    () => ({ steps: { ...gatewayParts.steps, id: (value) => value ?? "" } }),
    [],
  ),
  mutant(
    "duplicate-ids-let-through",
    "carries two calls of one id, and results of no call, as if they were none",
    "R009",
    ["across"],
    () => ({ steps: { ...gatewayParts.steps, distinct: () => {}, paired: () => {} } }),
    [],
  ),
];

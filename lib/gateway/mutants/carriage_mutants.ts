/**
 * Mutants in what goes on around the words: errors, leases, connections, state.
 *
 * @module
 */
import type { Lease } from "../admission.ts";
import type { NeutralTurn } from "../neutral.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { perDialect, requests } from "./seams.ts";

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
  mutant(
    "lease-lost",
    "never gives a lease back",
    "R007",
    EVERY,
    () => leases(() => ({ release: () => {} })),
    [{ case: "results-out-of-order", code: "lease-lost" }],
  ),
  mutant("lease-twice", "gives a lease back twice", "R007", EVERY, () =>
    leases((lease) => ({
      release() {
        lease.release();
        lease.release();
      },
    })), [{ case: "results-out-of-order", code: "lease-released-twice" }]),
  mutant(
    "disconnect-ignored",
    "reads the upstream to its end when the client has gone",
    "R007",
    EVERY,
    () => ({ giveUp: () => new AbortController().signal }),
    [{ case: "stream-disconnect.after-first-text", code: "upstream-still-open" }, {
      case: "stream-disconnect.before-first-byte",
      code: "upstream-still-open",
    }],
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
    [{ case: "stream-disconnect.after-first-text", code: "lease-lost" }, {
      case: "stream-disconnect.before-first-byte",
      code: "lease-lost",
    }],
  ),
  mutant(
    "branch-shared",
    "adds to a history what another with the same first message said",
    "R005",
    ["across"],
    shared,
    [{ case: "branch-isolation.in-turn", code: "branch-mixed" }, {
      case: "branch-isolation.together",
      code: "branch-mixed",
    }],
  ),
  mutant("error-as-200", "answers an error with status 200", "R007", EVERY, () => ({
    errorStatus: () => 200,
  }), [{ case: "client-retry-is-explicit.after-429", code: "error-status" }, {
    case: "client-retry-is-explicit.after-overload",
    code: "error-status",
  }]),
  mutant("429-as-500", "answers 500 where the upstream says 429", "R007", EVERY, () => ({
    errorStatus: (error, dialect) =>
      error.status === 429 ? 500 : gatewayParts.errorStatus(error, dialect),
  }), [{ case: "client-retry-is-explicit.after-429", code: "error-status" }]),
  mutant("retry-after-dropped", "drops Retry-After", "R007", EVERY, () => ({
    answerHeaders: (headers, from, to) =>
      gatewayParts.answerHeaders(headers, from, to)
        .filter(([name]) => name.toLowerCase() !== "retry-after"),
  }), [{ case: "client-retry-is-explicit.after-429", code: "retry-after" }]),
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
    [{ case: "client-retry-is-explicit.after-error-in-stream", code: "false-success" }],
  ),
  mutant(
    "error-kind-lost",
    "tells every error of the upstream's as one of the API",
    "R007",
    ["across"],
    () => ({
      readError(status, body) {
        const { message } = gatewayParts.readError(status, body);
        return { status, kind: "api", message };
      },
    }),
    [{ case: "client-retry-is-explicit.after-429", code: "error-type" }],
  ),
];

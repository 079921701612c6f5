/**
 * What proves each requirement of the session corpus besides the cases that stand for it and the gateways
 * that break it, which are read off the code.
 *
 * @module
 */
import type { RequirementId } from "../../lib/corpus/requirements.ts";
import {
  ALL_FAULTS,
  BOUNDARIES,
  BUFFERED,
  CLAIM,
  CONTROLS,
  EARLIER,
  EMBEDDED,
  FILES,
  GOLDEN,
  GROUNDS,
  LEASES,
  LOOPBACK,
  MANIFEST,
  MUTATED,
  type ProvingTest,
  REFERENCES,
  RENAMED,
  REORDERED,
  RETRIED,
  test,
  TRUNCATED,
  UNREVIEWED,
} from "./coverage_tests.ts";

/** What a requirement rests on besides cases and broken gateways. */
export interface RequirementProof {
  readonly tests: readonly ProvingTest[];
  /** What of it doesn't apply here, and why. */
  readonly excluded?: string;
}

/** By requirement. */
export const REQUIREMENT_PROOFS: Readonly<Record<RequirementId, RequirementProof>> = {
  R001: { tests: [MANIFEST, FILES, REFERENCES, ALL_FAULTS, GOLDEN, BOUNDARIES, RENAMED] },
  R002: {
    tests: [
      GROUNDS,
      test("corpus/compare_request_test.ts", "compareRequest() finds ${code} at ${pointer}"),
      test(
        "corpus/compare_request_test.ts",
        "compareRequest() lets nothing unknown be lost where both ends speak one dialect",
      ),
      test(
        "corpus/corpus_test.ts",
        "what a client asks is read by its own dialect's oracle to the last member",
      ),
    ],
  },
  R003: {
    tests: [
      REORDERED,
      CONTROLS,
      test(
        "corpus/compare_values_test.ts",
        "jsonPointerOfDifference() takes order, escapes, white space and spelling for nothing",
      ),
      test(
        "corpus/compare_ids_test.ts",
        "compareResults() fails swapped results, though every id and text is there",
      ),
    ],
  },
  R004: {
    tests: [
      MUTATED,
      test(
        "corpus/agent_test.ts",
        "judgeAgent() finds the model's answer missing from the next request",
      ),
      test(
        "agent/loop_test.ts",
        "runTurn() keeps its history out of reach of a caller that rewrites its requests and replies",
      ),
      EARLIER,
    ],
  },
  R005: {
    tests: [
      test("corpus/agent_test.ts", "judgeAgent() finds one branch's turn in another's request"),
      test(
        "corpus/run_sees_test.ts",
        "runCorpus() sees one branch's turns in another's request, also at once",
      ),
    ],
    excluded: "Branching on a server's side isn't tested, as the sentence says itself.",
  },
  R006: {
    tests: [
      BUFFERED,
      test(
        "corpus/oracle_terminals_test.ts",
        '${dialect} stream: ${next} after ${before.join(", ")} is ${code || "legal"}',
      ),
      test(
        "corpus/run_modes_test.ts",
        "runCorpus() fails an answer that doesn't end, and waits no longer than patience lasts",
      ),
    ],
  },
  R007: {
    tests: [
      TRUNCATED,
      LEASES,
      test(
        "corpus/run_sees_test.ts",
        "runCorpus() sees whether the upstream is closed when the client has gone",
      ),
      test(
        "gateway/capacity_test.ts",
        "startGateway() carries 200 streams at once, and has every lease back",
      ),
    ],
    excluded: "Leases of a live target are judged only where its capacity is declared.",
  },
  R008: {
    tests: [
      RETRIED,
      test(
        "corpus/players_test.ts",
        "scriptedUpstream() tells attempts from probes and from strays",
      ),
    ],
    excluded:
      "Tiers are a matter of routers: here it shows as another model than the client named.",
  },
  R009: {
    tests: [
      test(
        "corpus/compare_values_test.ts",
        "argumentsDifference() finds arguments that were repaired, and ones that broke",
      ),
      test("corpus/agent_test.ts", "judgeAgent() finds a step limit that became an answer"),
    ],
  },
  R010: {
    tests: [
      CLAIM,
      test("corpus/run_report_test.ts", "runCorpus() gives no claim for a part of a path"),
      UNREVIEWED,
      EMBEDDED,
    ],
  },
  R011: {
    tests: [
      LOOPBACK,
      test(
        "corpus/run_report_test.ts",
        "runCorpus() keeps ids, hashes, counts, pointers and codes, and nothing that was said",
      ),
      test("corpus/run_report_test.ts", "runCorpus() shows what was said where it is asked to"),
    ],
    excluded: "That fixtures are synthetic is for their author and for review to see to: no test " +
      "can tell.",
  },
  R012: {
    tests: [CLAIM],
    excluded: "The profiles, hashes and scores of agentic, context and SWE runs are another " +
      "project's; none is kept here that a change could move. The test holds what a claim says of " +
      "itself.",
  },
};

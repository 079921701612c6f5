/**
 * Tests that prove something of the session corpus, by name. A test fails where one of them is gone or has
 * another name.
 *
 * @module
 */

/** A test of this project. */
export interface ProvingTest {
  /** From the project's root. */
  readonly file: string;
  /** The name as the file has it; in a template, with its placeholders. */
  readonly name: string;
}

/** A test below `tests/`. */
export const test = (file: string, name: string): ProvingTest => ({ file: `tests/${file}`, name });

export const GOLDEN = test(
  "corpus/digest_test.ts",
  "digestOf() gives the golden digest, over the golden bytes",
);
export const BOUNDARIES = test(
  "corpus/digest_test.ts",
  "digestOf() tells file boundaries apart where the bytes in a row are the same",
);
export const RENAMED = test(
  "corpus/digest_test.ts",
  "digestOf() tells a renamed file apart, its bytes the same",
);
export const MANIFEST = test(
  "corpus/load_manifest_test.ts",
  "loadCorpus() refuses a manifest: ${kind} at ${where} (${index})",
);
export const FILES = test(
  "corpus/load_files_test.ts",
  "loadCorpus() refuses a file: ${kind} at ${where} (${index})",
);
export const REFERENCES = test("corpus/references_test.ts", "referenceFault() says ${kind}");
export const ALL_FAULTS = test(
  "corpus/load_files_test.ts",
  "every way in which a corpus can be out of order has a test",
);
export const GROUNDS = test(
  "corpus/corpus_test.ts",
  "every expectation says what it rests on, and where that stands",
);
export const REORDERED = test(
  "corpus/controls_deep_test.ts",
  "reordering the keys of every file changes the digest, and no verdict",
);
export const CONTROLS = test(
  "corpus/controls_deep_test.ts",
  "one changed ${name} in an expectation changes its verdict",
);
export const RELAY = test(
  "corpus/corpus_test.ts",
  "a relay that changes nothing passes every cell whose ends speak one dialect",
);
export const EMBEDDED = test(
  "corpus/embedded_deep_test.ts",
  "the embedded gateway and agent pass every applicable cell, and claim the corpus",
);
export const UNREVIEWED = test(
  "corpus/carried_test.ts",
  "no cell became not_applicable unreviewed, and the table is up to date",
);
export const CLAIM = test(
  "corpus/run_report_test.ts",
  "runCorpus() lets a path claim the corpus when all of its cells ran and none failed",
);
export const MUTATED = test(
  "corpus/agent_test.ts",
  "judgeAgent() finds a request changed after it was made, its answers all right",
);
export const SWAPPED = test(
  "corpus/agent_test.ts",
  "judgeAgent() finds results that are swapped, though the reply is right",
);
export const EARLIER = test(
  "corpus/run_sees_test.ts",
  "runCorpus() sees an earlier message changed, apart from the final answer",
);
export const RETRIED = test(
  "corpus/run_sees_test.ts",
  "runCorpus() sees a hidden retry, though its answer is the better one",
);
export const BUFFERED = test(
  "corpus/run_sees_test.ts",
  "runCorpus() sees a buffered stream, judged twice before it counts",
);
export const TRUNCATED = test(
  "corpus/run_sees_test.ts",
  "runCorpus() sees a truncated answer that ends as a success",
);
export const LEASES = test(
  "corpus/run_sees_test.ts",
  "runCorpus() sees leases that are lost, and leases given back twice",
);
export const DETECTED = test(
  "corpus/gateway_mutants_test.ts",
  "the corpus detects ${what}, and passes the gateway without it",
);
export const LOOPBACK = test(
  "cli/corpus_run_test.ts",
  "deno task corpus runs corpus run with loopback and reading alone",
);

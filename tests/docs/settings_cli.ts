/**
 * docs/cli.md, the examples of every command: see {@link file://./settings.ts}. The folder is one for all of
 * them, so that reports and traces of earlier examples are those that later ones read.
 */
import type { PageSetting } from "./settings.ts";

const ONE_CASE = ["certify ", "certify --select redirect.301 "] as const;
const ONE_CELL = ["corpus run", "corpus run --case two-calls-one-turn.whole"] as const;
const ONE_LOOK = ["corpus run", "corpus run --case agent-live.history-grows"] as const;
const ONE_RATIFIED = ["ratify", "ratify --select redirect.301"] as const;

const MATRIX = "wt-inject corpus run --case two-calls-one-turn.whole --path chat-to-chat";

export const CLI_PAGE: PageSetting = {
  before: [
    `${MATRIX} --report json=anvil.json --report json=portkey.json --report json=results/a.json`,
    "wt-inject conform --reference --report json=main.json --report json=branch.json",
    "wt-inject run scenarios --reference --shard 1/2 --report json=shard-1.json",
  ],
  commands: {
    "wt-inject conform --repeat 5": { short: ["5", "2"] },
    "wt-inject canary --state-probe 'sqlite3 memory.db .dump'": {
      code: 3, // a store that doesn't hold the nonce before the reset says nothing after it
      says: "inconclusive",
    },
    "wt-inject canary --no-recall --state-probe http://127.0.0.1:9200/_search?size=10000": {
      code: 3,
      says: "inconclusive",
    },
    "wt-inject run examples/scenarios --reference": { code: 1 },
    "wt-inject run scenarios --shard 2/8 --report json=shard-2.json": {
      short: ["2/8", "2/2"], // so that the merge below has both
    },
    "wt-inject serve": { listens: true, short: ["serve", "serve --port 0"] },
    "wt-inject serve --port 0": { listens: true },
    "wt-inject serve --model-url http://127.0.0.1:9902": {
      listens: true,
      short: ["serve", "serve --port 0"],
    },
    "wt-inject serve --mutant coop-reset-does-nothing": {
      listens: true,
      short: ["serve", "serve --port 0"],
    },
    "wt-inject gateway --upstream http://127.0.0.1:8000 --upstream-dialect chat": {
      listens: true,
      short: ["gateway", "gateway --listen 127.0.0.1:0"],
    },
    "wt-inject certify --self --runtime http_inject": { short: ONE_CASE },
    "wt-inject certify --smoke -- python3 examples/drivers/urllib_driver.py": { short: ONE_CASE },
    "wt-inject certify --select 'deadline.*' -- ./my-adapter --verbose": {
      short: ["deadline.*", "redirect.301"],
    },
    "wt-inject certify --listen 127.0.0.1:8647 --select redirect.301": {
      skip: "a person plays the driver; tests/cli/certify_listen_test.ts does it",
    },
    "wt-inject ratify --driver self --driver 'python3 examples/drivers/urllib_driver.py'": {
      short: ONE_RATIFIED,
      code: 3,
    },
    "wt-inject ratify --driver a=./a --driver b=./b --report markdown=record.md": {
      short: ONE_RATIFIED, // two drivers of one kind: a selection is never ratified
      code: 3,
    },
    "wt-inject corpus run": { short: ONE_CELL },
    "wt-inject corpus run --path messages-to-chat --case 'stream-*' --show-values": {
      short: ["stream-*", "stream-split-*"],
    },
    "wt-inject corpus run --target examples/targets/anvil-serving.json": {
      skip: "the gateway comes from PyPI; tests/gateways has it",
    },
    "wt-inject corpus run --gateway http://127.0.0.1:4000 --upstream-listen 127.0.0.1:9901 --path messages-to-chat --model m":
      { at: "gateway", short: ONE_CELL },
    [
      `wt-inject corpus run --agent http://127.0.0.1:8647 --model-listen 127.0.0.1:9902 ` +
      `--agent-tool 'find_order={"order_id":"4417"}' --agent-tool 'find_hub={"hub_id":"H2"}'`
    ]: { at: "agent by hand", short: ONE_LOOK },
    "wt-inject corpus run --corpus corpus --report junit=corpus.xml": { short: ONE_CELL },
    "wt-inject selftest": { short: ["selftest", "selftest tool-calls-null"] },
    "wt-inject selftest reset.total": { short: ["reset.total", "coop-reset-does-nothing"] },
    "wt-inject selftest 'broken gateways' 'broken agent loops'": {
      skip: "minutes of work; tests/cli/selftest_test.ts and test:deep have them",
    },
    "wt-inject selftest --report markdown=matrix.md": {
      short: ["selftest", "selftest tool-calls-null"],
    },
  },
};

/**
 * What each page's commands need to be run here, by their own words: what is served, how they end where
 * not with 0, what makes them shorter, and why one can't be run at all. A command that isn't named is run as
 * it stands, beside the reference endpoint, and must exit with 0.
 */
import type { Service } from "./services.ts";

/** How one command is run. */
export interface Setting {
  /** Why it can't be run here. It is looked at no further. */
  readonly skip?: string;
  /** The exit code that the page lets one expect (default 0). */
  readonly code?: number;
  /** What answers at the page's ports (default the reference endpoint). */
  readonly at?: Service;
  /** A part of it, and what takes its place: a run that takes minutes becomes one that takes seconds. */
  readonly short?: readonly [part: string, instead: string];
  /** It serves until it is ended, and says where it listens. */
  readonly listens?: true;
  /** A program that not every machine has. */
  readonly needs?: string;
  /** What must stand in what it says. */
  readonly says?: string;
}

/** How one page is run. */
export interface PageSetting {
  /** The reference endpoint's profile lies in the folder (default true). */
  readonly profile?: boolean;
  /** Lines that the reader has run before, elsewhere. */
  readonly before?: readonly string[];
  readonly commands?: Readonly<Record<string, Setting>>;
}

const URLLIB = "-- python3 examples/drivers/urllib_driver.py";
const FETCH = "wt-inject certify -- deno run --allow-net=127.0.0.1 " +
  "--allow-env=WT_INJECT_URL,WT_INJECT_TIMEOUT_S examples/drivers/platform_fetch.ts";
const ONE_CASE = ["certify ", "certify --select redirect.301 "] as const;
const ONE_CELL = ["corpus run", "corpus run --case two-calls-one-turn.whole"] as const;
const ONE_LOOK = ["corpus run", "corpus run --case agent-live.history-grows"] as const;
const RESENT = [
  "certify ",
  "certify --select wire.dropped-reused --select body.bad-utf8 ",
] as const;
const FREE_PORT = ["endpoint.ts", "endpoint.ts --port 0"] as const;
const RELEASE =
  "a release is downloaded; tests/release/install_test.ts does it from files of its own";
const TESTS = "these tests are among those that it runs";
const MULTIPLEXED: Setting = {
  // Deno's own answer to a signal that nobody handles.
  code: 143,
  listens: true,
  short: FREE_PORT,
  says: "listening on http://127.0.0.1:",
};
const SERVES_DESK =
  "DESK_CHANNEL=bench deno run --allow-net=127.0.0.1 --allow-env=DESK_CHANNEL examples/endpoints/multiplexed/endpoint.ts";

export const PAGES: Readonly<Record<string, PageSetting>> = {
  "README.md": {
    profile: false,
    commands: {
      "wt-inject conform --reference": { says: "CONFORMS: 41 passed; 20 turns sent" },
      "wt-inject conform http://127.0.0.1:8647 --report html=wt.html": {
        code: 3,
        says: "INCOMPLETE",
      },
      "npx -y deno@2.9.6 task test": { skip: TESTS },
    },
  },
  "CONTRIBUTING.md": { commands: { "npx -y deno@2.9.6 task test": { skip: TESTS } } },
  "docs/agent.md": {
    profile: false,
    commands: {
      "wt-inject conform http://127.0.0.1:8647": { code: 3, says: "INCOMPLETE" },
      "wt-inject conform http://127.0.0.1:8647 --select 'response.*'": { code: 3 },
      [SERVES_DESK]: MULTIPLEXED,
      "wt-inject conform http://127.0.0.1:8647 --profile examples/endpoints/multiplexed/wt-inject.json":
        { at: "multiplexed", says: "CONFORMS: 27 passed, 13 not applicable, 1 could not run" },
    },
  },
  "docs/agents.md": {
    commands: {
      "wt-inject corpus run --agent http://127.0.0.1:8647 --model-listen 127.0.0.1:9902": {
        at: "reference with a model",
        code: 3,
        says: "8 passed, 7 could not run",
      },
      "wt-inject serve --model-url http://127.0.0.1:9902": {
        listens: true,
        short: ["serve", "serve --port 0"],
      },
      [
        `wt-inject corpus run --agent http://127.0.0.1:8647 --model-listen 127.0.0.1:9902 ` +
        `--agent-tool 'order_status={"order_id":"4417"}' --agent-tool 'hub_inventory={"hub":"Reno"}'`
      ]: { at: "reference with a model", says: "15 passed" },
    },
  },
  "docs/certify.md": {
    commands: {
      "wt-inject certify --self --runtime http_inject": { short: ONE_CASE },
      [`wt-inject certify ${URLLIB}`]: { short: ONE_CASE },
      [`wt-inject certify --report json=driver.json --report html=driver.html ${URLLIB}`]: {
        short: ONE_CASE,
      },
      "wt-inject ratify --driver self --driver 'python3 examples/drivers/urllib_driver.py' --report markdown=record.md":
        { short: ["ratify", "ratify --select redirect.301"], code: 3, says: "INCOMPLETE" },
    },
  },
  "docs/ci.md": {
    commands: {
      [`wt-inject certify --smoke --report junit=driver.xml ${URLLIB}`]: { short: ONE_CASE },
      "wt-inject corpus run --report json=corpus.json --report junit=corpus.xml": {
        short: ONE_CELL,
      },
    },
  },
  "docs/gateway.md": {
    before: [
      "wt-inject corpus run --case two-calls-one-turn.whole --path chat-to-chat --report json=theirs.json",
    ],
    commands: {
      "wt-inject corpus run": { short: ONE_CELL },
      "wt-inject corpus run --gateway http://127.0.0.1:4000 --upstream-listen 127.0.0.1:9901 --path messages-to-chat --path chat-to-chat --model up --case two-calls-one-turn":
        { at: "gateway", says: "CONFORMS: 6 passed" },
      "wt-inject gateway --listen 127.0.0.1:4000 --upstream http://127.0.0.1:9901 --upstream-dialect chat":
        { listens: true },
      "wt-inject corpus run --target my.json --report json=mine.json --report html=mine.html": {
        short: ONE_CELL,
        says: "CONFORMS: 2 passed",
      },
    },
  },
  "docs/install.md": {
    commands: {
      "curl -fsSLO https://github.com/wt-inject/wt-inject/releases/latest/download/install.sh": {
        skip: RELEASE,
      },
      "less install.sh": { skip: "it is for eyes" },
      "sh install.sh": { skip: RELEASE },
      "base=https://github.com/wt-inject/wt-inject/releases/latest/download": { skip: RELEASE },
      'curl -fsSL -O "$base/wt-inject-linux-x64" -O "$base/SHA256SUMS"': { skip: RELEASE },
      "sha256sum --check --ignore-missing SHA256SUMS": { skip: RELEASE },
      "gh attestation verify wt-inject-linux-x64 --repo wt-inject/wt-inject": {
        skip: "a release's provenance is asked of GitHub",
      },
      "chmod +x wt-inject-linux-x64": { skip: RELEASE },
      "mv wt-inject-linux-x64 ~/.local/bin/wt-inject": { skip: RELEASE },
      "rm ~/.local/bin/wt-inject": { skip: RELEASE },
      "deno run --allow-net=127.0.0.1 --allow-env jsr:@wt/inject conform": {
        skip: "a release on JSR is downloaded",
      },
    },
  },
  "docs/results/ratification.md": {
    commands: {
      "wt-inject ratify --driver self --driver 'windtunnel-bench=python3 examples/drivers/windtunnel_bench.py' --driver-version windtunnel-bench=0.13.0 --report markdown=docs/results/ratification.md":
        { skip: "windtunnel-bench comes from PyPI; tests/interop has it" },
    },
  },
  "docs/scenarios.md": {
    commands: {
      "wt-inject run examples/scenarios --reference": { code: 1 },
      "wt report --runs runs": { skip: "Wind Tunnel's own tool; tests/interop has it" },
      "wt-inject run scenarios --shard 2/8 --report json=shard-2.json": { says: "no scenario" },
      "wt-inject report merge shard-*.json --report junit=run.xml": {
        code: 3, // seven of eight are missing
        says: "INCOMPLETE",
      },
    },
  },
  "docs/surface.md": {
    commands: {
      "wt-inject chat --format json < turns.txt | jq -r 'select(.type == \"turn\") | .reply'": {
        needs: "jq",
        says: "This is the freight desk",
      },
    },
  },
  "docs/why-not-fetch.md": {
    commands: {
      [FETCH]: { short: RESENT, code: 1, says: "body.bad-utf8" },
      "deno task bench": { skip: "a minute of load, and figures that depend on the machine" },
    },
  },
  "examples/agents/README.md": {
    commands: {
      [
        `wt-inject corpus run --agent http://127.0.0.1:8647 --model-listen 127.0.0.1:9902 ` +
        `--agent-tool 'find_order={"order_id":"4417"}' --agent-tool 'find_hub={"hub_id":"H2"}'`
      ]: { at: "agent by hand", short: ONE_LOOK },
    },
  },
  "examples/drivers/README.md": {
    commands: {
      [`wt-inject certify --smoke ${URLLIB}`]: { short: ONE_CASE },
      "wt-inject certify --runtime http_inject -- python3 examples/drivers/windtunnel_bench.py": {
        skip: "windtunnel-bench comes from PyPI; tests/interop has it",
      },
      [FETCH]: { short: RESENT, code: 1 },
    },
  },
  "examples/endpoints/README.md": {
    profile: false,
    commands: {
      "wt-inject conform --profile examples/endpoints/wt-inject.json": { at: "by hand" },
      "deno run --allow-net=127.0.0.1 --allow-env=DESK_CHANNEL examples/endpoints/multiplexed/endpoint.ts":
        MULTIPLEXED,
      "wt-inject conform --profile examples/endpoints/multiplexed/wt-inject.json": {
        at: "multiplexed",
      },
    },
  },
  "examples/scenarios/README.md": {
    commands: { "wt-inject run examples/scenarios --reference --out runs": { code: 1 } },
  },
};

import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/yaml/parse";
import { contractHandler } from "../../lib/endpoint/handler.ts";
import { REFERENCE_PROFILE, referenceAgent } from "../../lib/endpoint/reference.ts";
import { serveEndpoint } from "../../lib/endpoint/serve.ts";
import { programAt } from "./files_server.ts";

const ROOT = new URL("../../", import.meta.url);
const PAGE = await Deno.readTextFile(new URL("docs/ci.md", ROOT));
const ignore = Deno.build.os === "windows"; // the snippets are for POSIX shells
const NO_MAKE = await programAt("make") === undefined;
const NO_PYTHON = await programAt("python3") === undefined;

/** The code of the one block in this language under a heading. */
function block(heading: string, language: string): string {
  const section = PAGE.split("\n## ").find((text) => text.startsWith(heading));
  const found = [...(section ?? "").matchAll(/```(\w+)\n([^]*?)```/g)].filter(([, name]) =>
    name === language
  );
  assertEquals(found.length, 1, `${heading}: ${language}`);
  return found[0]![2]!;
}

interface Outcome {
  readonly code: number;
  readonly said: string;
  readonly files: readonly string[];
}

/**
 * Runs a line of the page, in a folder with a profile, beside an agent that conforms, which takes the
 * place of the page's. `wt-inject` is this one, from source.
 */
async function run(line: string): Promise<Outcome> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "wt-inject-ci-" }));
  const endpoint = await serveEndpoint({ port: 0, handler: contractHandler(referenceAgent()) });
  try {
    await Deno.mkdir(`${folder}/bin`);
    await Deno.mkdir(`${folder}/reports`);
    await Deno.symlink(new URL("examples", ROOT).pathname, `${folder}/examples`);
    const program = `#!/bin/sh\nexec '${Deno.execPath()}' run --quiet --no-prompt --allow-read ` +
      `--allow-write --allow-run --allow-env '--allow-net=127.0.0.1' ` +
      `'--config=${new URL("deno.json", ROOT).pathname}' '${
        new URL("cli.ts", ROOT).pathname
      }' "$@"\n`;
    await Deno.writeTextFile(`${folder}/bin/wt-inject`, program, { mode: 0o755 });
    await Deno.writeTextFile(`${folder}/start-my-agent`, "#!/bin/sh\n", { mode: 0o755 });
    await Deno.writeTextFile(`${folder}/wt-inject.json`, JSON.stringify(REFERENCE_PROFILE));
    await Deno.writeTextFile(`${folder}/Makefile`, block("A Makefile", "make"));
    const { code, stdout, stderr } = await new Deno.Command("sh", {
      args: ["-e", "-c", line.replaceAll(/http:\/\/(?:127\.0\.0\.1|agent):8647/g, endpoint.url)],
      cwd: folder,
      env: {
        PATH: `${folder}/bin:${Deno.env.get("PATH") ?? ""}`,
        AGENT_URL: endpoint.url,
        NO_COLOR: "1",
        WT_INJECT_URL: "",
      },
    }).output();
    const files = [...Deno.readDirSync(folder), ...Deno.readDirSync(`${folder}/reports`)]
      .filter(({ name }) => /\.(?:xml|html|json)$/.test(name) && name !== "wt-inject.json")
      .map(({ name }) => name).sort();
    const decoder = new TextDecoder();
    return { code, said: decoder.decode(stdout) + decoder.decode(stderr), files };
  } finally {
    await endpoint.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: "docs/ci.md: the action's arguments judge an agent, and are inputs that the action has",
  ignore,
  async fn() {
    const { jobs } = parse(block("GitHub Actions", "yaml")) as {
      jobs: { contract: { steps: readonly { uses?: string; with?: Record<string, string> }[] } };
    };
    const step = jobs.contract.steps.find(({ uses }) => uses?.startsWith("wt-inject/"))!;
    const { inputs } = parse(await Deno.readTextFile(new URL("action.yml", ROOT))) as {
      inputs: Record<string, { default: string }>;
    };
    for (const name of Object.keys(step.with!)) assert(name in inputs, name);
    const words = step.with!["arguments"]!.trim().split("\n").map((word) => `'${word}'`);
    const { code, said } = await run(`wt-inject ${inputs["command"]!.default} ${words.join(" ")}`);
    assertEquals(code, 0, said);
    for (const [, name] of PAGE.matchAll(/`(command|version|artifact)`/g)) assert(name! in inputs);
  },
});

Deno.test({
  name: "docs/ci.md: GitLab's script judges an agent and keeps the reports that it names",
  ignore,
  async fn() {
    const { contract } = parse(block("GitLab CI", "yaml")) as {
      contract: { script: string[]; artifacts: { paths: string[]; reports: { junit: string } } };
    };
    const { code, said, files } = await run(contract.script.join("\n"));
    assertEquals(code, 0, said);
    const { paths, reports } = contract.artifacts;
    assertEquals(files, [...paths, reports.junit].sort());
  },
});

Deno.test({
  name: "docs/ci.md: make contract judges an agent",
  ignore: ignore || NO_MAKE,
  async fn() {
    const { code, said, files } = await run("make contract");
    assertEquals([code, files], [0, ["contract.html"]], said);
  },
});

Deno.test({
  name: "docs/ci.md: compose's command judges an agent, on a network that leads nowhere",
  ignore,
  async fn() {
    const { services, networks } = parse(block("Compose", "yaml")) as {
      services: Record<string, { networks: string[]; command?: string }>;
      networks: Record<string, { internal: boolean }>;
    };
    assertEquals(networks, { bench: { internal: true } });
    for (const service of Object.values(services)) assertEquals(service.networks, ["bench"]);
    const { code, said, files } = await run(services["contract"]!.command!);
    assertEquals([code, files], [0, ["contract.json"]], said);
  },
});

Deno.test({
  name: "docs/ci.md: the lines for a driver and a gateway run",
  ignore: ignore || NO_PYTHON,
  async fn() {
    // One case of each stands for all: the rest takes its time, and is tested elsewhere.
    const lines = block("A driver", "sh").replace("certify ", "certify --select redirect.301 ")
      .replace("corpus run ", "corpus run --case two-calls-one-turn.whole.messages-to-chat ");
    const { code, said, files } = await run(lines);
    assertEquals([code, files], [0, ["corpus.json", "corpus.xml", "driver.xml"]], said);
  },
});

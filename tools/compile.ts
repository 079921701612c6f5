/**
 * Compiles wt-inject into one executable that holds everything: dist/wt-inject-<os>-<arch>[.exe].
 *
 *   deno task compile [--target TRIPLE] [--out FOLDER] [--sums]
 *
 * The compiler is the Deno that runs this, which downloads its own base; where DENO242 and DENORT_BIN
 * name another Deno and its base, it is that one. `--sums` also writes SHA256SUMS beside it.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { compilerProgram } from "./compiler.ts";

/** A platform that there is an executable for. */
export interface Platform {
  /** As `deno compile --target` names it. */
  readonly triple: string;
  /** What the file is called. */
  readonly file: string;
}

/** The platforms of a release. */
export const PLATFORMS: readonly Platform[] = [
  { triple: "x86_64-unknown-linux-gnu", file: "wt-inject-linux-x64" },
  { triple: "aarch64-unknown-linux-gnu", file: "wt-inject-linux-arm64" },
  { triple: "x86_64-apple-darwin", file: "wt-inject-macos-x64" },
  { triple: "aarch64-apple-darwin", file: "wt-inject-macos-arm64" },
  { triple: "x86_64-pc-windows-msvc", file: "wt-inject-windows-x64.exe" },
];

/**
 * What an executable may do; docs/install.md gives the reason for each. Nothing else: no FFI, no system
 * information, no import from the network.
 */
export const PERMISSIONS: readonly string[] = [
  "--allow-net",
  "--allow-read",
  "--allow-write",
  "--allow-run",
  "--allow-env",
];

/**
 * The arguments of `deno bundle`, which comes first: some hundred modules in place of six hundred, and no
 * dependency left to look up, halve the time that an executable takes to start. The price is that stack
 * traces, which only WT_INJECT_DEBUG and --verbose show, have short names in them.
 */
export function bundleArguments(folder: string): readonly string[] {
  return [
    "bundle",
    "--quiet",
    "--frozen",
    "--platform=deno",
    "--minify", // a third of the rest; nor is the place named where a module was bundled from
    "--code-splitting", // what a command doesn't need is not even parsed
    `--outdir=${folder}`,
    "cli.ts",
  ];
}

/** The arguments of `deno compile` for a platform. */
export function compileArguments(
  platform: Platform,
  { entry, output, unstable }: {
    readonly entry: string;
    readonly output: string;
    /** What deno.json asks for, which isn't read again. */
    readonly unstable: readonly string[];
  },
): readonly string[] {
  return [
    "compile",
    "--quiet",
    "--no-check", // `deno task static` has looked at the types
    "--no-config",
    "--no-code-cache", // it would write to the temp folder at every first start
    "--no-prompt",
    ...unstable.map((feature) => `--unstable-${feature}`),
    ...PERMISSIONS,
    `--target=${platform.triple}`,
    `--output=${output}`,
    entry,
  ];
}

/** A line of SHA256SUMS. */
export async function sumLine(folder: string, file: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await Deno.readFile(`${folder}/${file}`));
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex}  ${file}\n`;
}

/** Bundles and compiles. Returns what went wrong, if anything did. */
async function compile(
  compiler: string,
  platform: Platform,
  out: string,
): Promise<string | undefined> {
  await Deno.mkdir(out, { recursive: true });
  // Of its own, as two platforms may be compiled at once.
  const work = await Deno.makeTempDir({ dir: out, prefix: ".bundle-" });
  try {
    const bundle = `${work}/wt-inject`;
    const bundled = await deno(compiler, bundleArguments(bundle));
    if (bundled !== 0) return `deno bundle ended with ${bundled}`;
    const { unstable = [] } = JSON.parse(await Deno.readTextFile("deno.json"));
    const output = `${out}/${platform.file}`;
    const options = { entry: `${bundle}/cli.js`, output, unstable };
    const compiled = await deno(compiler, compileArguments(platform, options));
    return compiled === 0 ? undefined : `deno compile ended with ${compiled}`;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

async function deno(program: string, args: readonly string[]): Promise<number> {
  const { code } = await new Deno.Command(program, { args: [...args] }).spawn().status;
  return code;
}

async function main(): Promise<number> {
  Deno.chdir(new URL("../", import.meta.url));
  const given = parseArgs(Deno.args, {
    string: ["target", "out"],
    boolean: ["sums"],
    default: { target: Deno.build.target, out: "dist" },
  });
  const [target, out] = [String(given["target"]), String(given["out"])];
  const platform = PLATFORMS.find(({ triple }) => triple === target);
  if (platform === undefined || given._.length > 0) {
    console.error(
      `Cannot compile for ${target}: there is no such platform. There are: ` +
        PLATFORMS.map(({ triple }) => triple).join(", ") + ".",
    );
    return 2;
  }
  const compiler = compilerProgram();
  const fault = await compile(compiler, platform, out);
  if (fault !== undefined) {
    console.error(`Cannot compile ${platform.file}: ${fault}.`);
    return 1;
  }
  if (given["sums"] === true) {
    await Deno.writeTextFile(`${out}/SHA256SUMS`, await sumLine(out, platform.file));
  }
  console.log(`${out}/${platform.file}`);
  return 0;
}

if (import.meta.main) Deno.exit(await main());

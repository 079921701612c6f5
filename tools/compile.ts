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

const ROOT = new URL("../", import.meta.url);

/** The arguments of `deno compile` for a platform. */
export function compileArguments(platform: Platform, folder: string): readonly string[] {
  return [
    "compile",
    "--quiet",
    "--no-check", // `deno task static` has looked at the types
    "--frozen",
    "--no-code-cache", // it would write to the temp folder at every first start
    "--no-prompt",
    ...PERMISSIONS,
    "--target",
    platform.triple,
    "--output",
    `${folder}/${platform.file}`,
    "cli.ts",
  ];
}

/** A line of SHA256SUMS. */
export async function sumLine(folder: string, file: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await Deno.readFile(`${folder}/${file}`));
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex}  ${file}\n`;
}

async function main(): Promise<number> {
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
  await Deno.mkdir(new URL(`${out}/`, ROOT), { recursive: true });
  const { code } = await new Deno.Command(Deno.env.get("DENO242") || Deno.execPath(), {
    args: [...compileArguments(platform, out)],
    cwd: ROOT,
  }).spawn().status;
  if (code !== 0) {
    console.error(`Cannot compile ${platform.file}: deno compile ended with ${code}.`);
    return 1;
  }
  if (given["sums"] === true) {
    const folder = new URL(out, ROOT).pathname;
    await Deno.writeTextFile(`${folder}/SHA256SUMS`, await sumLine(folder, platform.file));
  }
  console.log(`${out}/${platform.file}`);
  return 0;
}

if (import.meta.main) Deno.exit(await main());

import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Files, filesServer, pathOf, programAt, sha256 } from "./files_server.ts";

const ignore = Deno.build.os === "windows"; // install.ps1 is for that
const SCRIPT = new URL("../../install.sh", import.meta.url).pathname;
const TOOLS = ["uname", "mktemp", "awk", "cut", "cp", "mv", "chmod", "mkdir", "rm", "cat"];
const SUMS = ["sha256sum", "shasum"];
const FILE = `wt-inject-${Deno.build.os === "darwin" ? "macos" : "linux"}-${
  Deno.build.arch === "aarch64" ? "arm64" : "x64"
}`;
const PROGRAM = "#!/bin/sh\necho it is me\n";

interface Setting {
  readonly shell?: string;
  readonly programs?: readonly string[];
  readonly files?: Files;
  readonly env?: Readonly<Record<string, string>>;
  /** Standing in for the system's own. */
  readonly fakes?: Readonly<Record<string, string>>;
  /** A file there already. */
  readonly installed?: string;
}

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What stands where the executable belongs. */
  readonly installed: string | undefined;
  readonly mode: number | undefined;
  readonly leftovers: readonly string[];
  readonly folder: string;
}

async function release(): Promise<Files> {
  const others = `${"0".repeat(64)}  wt-inject-windows-x64.exe\n`;
  return { [FILE]: PROGRAM, SHA256SUMS: `${others}${await sha256(PROGRAM)}  ${FILE}\n` };
}

async function install(setting: Setting = {}): Promise<Outcome> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "wt-inject-install-" }));
  try {
    const programs = setting.programs ?? [...TOOLS, ...SUMS, "curl", "wget"];
    const path = await pathOf(`${root}/bin`, programs);
    for (const [name, body] of Object.entries(setting.fakes ?? {})) {
      await Deno.remove(`${path}/${name}`).catch(() => {});
      await Deno.writeTextFile(`${path}/${name}`, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    }
    await Deno.mkdir(`${root}/tmp`);
    const folder = `${root}/a home/bin`;
    const target = `${folder}/wt-inject`;
    if (setting.installed !== undefined) {
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(target, setting.installed);
    }
    await using server = filesServer(setting.files ?? await release());
    const { code, stdout, stderr } = await new Deno.Command(
      (await programAt(setting.shell ?? "sh"))!,
      {
        args: [SCRIPT],
        cwd: root,
        clearEnv: true,
        env: {
          PATH: path,
          TMPDIR: `${root}/tmp`,
          WT_INJECT_DIR: folder,
          WT_INJECT_URL_BASE: server.url,
          ...setting.env,
        },
      },
    ).output();
    const leftovers = [...Deno.readDirSync(`${root}/tmp`)].map(({ name }) => name);
    for (const { name } of readable(folder)) if (name !== "wt-inject") leftovers.push(name);
    const decoder = new TextDecoder();
    return {
      code,
      stdout: decoder.decode(stdout),
      stderr: decoder.decode(stderr),
      installed: await Deno.readTextFile(target).catch(() => undefined),
      mode: (await Deno.stat(target).catch(() => undefined))?.mode ?? undefined,
      leftovers,
      folder,
    };
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

function readable(folder: string): readonly Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    return [];
  }
}

for (const shell of ["sh", "dash", "bash"]) {
  for (const downloader of ["curl", "wget"]) {
    const here = await programAt(shell) !== undefined && await programAt(downloader) !== undefined;
    Deno.test({
      name:
        `install.sh puts the right file into its place, checked, in ${shell} with ${downloader}`,
      ignore: ignore || !here,
      async fn() {
        const { code, stdout, stderr, installed, mode, leftovers, folder } = await install({
          shell,
          programs: [...TOOLS, ...SUMS, downloader],
        });
        assertEquals([code, stdout], [0, `${folder}/wt-inject\n`], stderr);
        assertMatch(stderr, /is not on your PATH/);
        assertEquals(installed, PROGRAM);
        assertEquals(mode! & 0o777, 0o755);
        assertEquals(leftovers, []);
      },
    });
  }
}

const REFUSALS: readonly (Setting & { readonly name: string; readonly says: RegExp })[] = [
  {
    name: "a file whose checksum is another",
    files: { ...await release(), [FILE]: `${PROGRAM}# and more\n` },
    says: /the checksum of wt-inject-\S+ is [0-9a-f]{64}, not [0-9a-f]{64}; nothing was installed/,
  },
  {
    name: "a release without the file",
    files: { SHA256SUMS: (await release())["SHA256SUMS"]! },
    says: new RegExp(`${FILE} could not be downloaded`),
  },
  {
    name: "a release without checksums",
    files: { [FILE]: PROGRAM },
    says: /SHA256SUMS could not be downloaded/,
  },
  {
    name: "checksums that say nothing of the file",
    files: { [FILE]: PROGRAM, SHA256SUMS: `${await sha256(PROGRAM)}  ${FILE}.old\n` },
    says: new RegExp(`SHA256SUMS says nothing of ${FILE}`),
  },
  {
    name: "a folder that can't be made",
    env: { WT_INJECT_DIR: "/dev/null/bin" },
    says: /\/dev\/null\/bin can't be made; name another with WT_INJECT_DIR/,
  },
  {
    name: "a folder that can't be written to",
    fakes: { cp: "echo 'cp: read-only file system' >&2; exit 1" },
    says: /can't be written to; name another with WT_INJECT_DIR/,
  },
  {
    name: "a machine without curl and wget",
    programs: [...TOOLS, ...SUMS],
    says: /neither curl nor wget/,
  },
  {
    name: "a machine that can't check",
    programs: [...TOOLS, "curl", "wget"],
    says: /neither sha256sum nor shasum is there, and an unchecked file is not installed/,
  },
  {
    name: "a system without an executable",
    fakes: { uname: "echo SunOS" },
    says: /no executable for SunOS/,
  },
  {
    name: "a processor without an executable",
    fakes: { uname: '[ "$1" = -m ] && echo riscv64 || echo Linux' },
    says: /no executable for riscv64/,
  },
];

for (const { name, says, ...setting } of REFUSALS) {
  Deno.test({
    name: `install.sh refuses ${name}, and leaves what was there`,
    ignore,
    async fn() {
      const { code, stdout, stderr, installed, leftovers } = await install({
        installed: "the old one",
        ...setting,
      });
      assertEquals([code, stdout], [1, ""], stderr);
      assertMatch(stderr, /^Cannot install wt-inject: /m);
      assertMatch(stderr, says);
      assertEquals(installed, "the old one");
      assertEquals(leftovers, []);
    },
  });
}

Deno.test({
  name: "install.sh takes the file of the system that it is on, and takes * for binary mode",
  ignore,
  async fn() {
    const file = "wt-inject-macos-arm64";
    const { code, installed } = await install({
      fakes: { uname: '[ "$1" = -m ] && echo arm64 || echo Darwin' },
      files: { [file]: PROGRAM, SHA256SUMS: `${await sha256(PROGRAM)} *${file}\n` },
      installed: "the old one",
    });
    assertEquals([code, installed], [0, PROGRAM]);
  },
});

Deno.test({
  name: "install.sh asks the release's own address, over https, for the version that it is told",
  ignore,
  async fn() {
    const curl = 'for word; do :; done; echo "$word" >&2; exit 22';
    for (
      const [version, address] of [
        ["", "releases/latest/download/SHA256SUMS"],
        ["0.1.0", "releases/download/v0.1.0/SHA256SUMS"],
        ["v0.1.0", "releases/download/v0.1.0/SHA256SUMS"],
      ] as const
    ) {
      const { code, stderr } = await install({
        fakes: { curl },
        env: { WT_INJECT_URL_BASE: "", ...(version === "" ? {} : { WT_INJECT_VERSION: version }) },
      });
      assertEquals(code, 1);
      assert(stderr.startsWith(`https://github.com/wt-inject/wt-inject/${address}\n`), stderr);
    }
  },
});

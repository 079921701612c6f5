/**
 * Real shells, asked what they would complete.
 *
 * @module
 */
import { completionScript } from "../../lib/cli/completions.ts";
import type { SHELLS } from "../../lib/cli/table_completions.ts";

type Shell = typeof SHELLS[number];

/** Which shells this machine has. A test of one that it hasn't is ignored. */
export const SHELL_HERE: Readonly<Record<Shell, boolean>> = {
  bash: isHere("bash"),
  zsh: isHere("zsh"),
  fish: isHere("fish"),
};

/**
 * What a shell offers at the end of each line, in a folder with `profile.json`, `other one.json` and
 * `folder`.
 */
export async function ask(shell: Shell, lines: readonly string[]): Promise<readonly string[][]> {
  const folder = await Deno.makeTempDir({ prefix: "wt-inject-completions-" });
  try {
    await Deno.writeTextFile(`${folder}/profile.json`, "{}");
    await Deno.writeTextFile(`${folder}/other one.json`, "{}");
    await Deno.mkdir(`${folder}/folder`);
    const script = `${folder}/.script`;
    await Deno.writeTextFile(script, completionScript(shell));
    const program = `${folder}/.program`;
    await Deno.writeTextFile(program, PROGRAMS[shell](script, lines));
    const { stdout, stderr, code } = await new Deno.Command(shell, {
      args: [...CLEAN[shell], program],
      cwd: folder,
      env: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, TERM: "dumb" },
      stdin: "null",
    }).output();
    const [text, faults] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    if (code !== 0 || faults !== "") {
      throw new Error(`${shell} ended with ${code}: ${faults}${text}`);
    }
    const answers = text!.split("END\n").slice(0, -1);
    if (answers.length !== lines.length) throw new Error(`${shell} answered ${text}`);
    return answers.map((answer) => answer.split("\n").filter((word) => word !== ""));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Tab writes down all that is offered for the line, and empties it. */
const ZSH_INNER = `PS1= PS2= RPS1=
setopt no_beep no_auto_list
autoload -Uz compinit
compinit -u -D
zstyle ':completion:*' menu no
typeset -ga offered
compadd() {
  local option
  for option in "$@"; do
    case $option in
      -- | -) break ;;
      -[OAD]) builtin compadd "$@"; return ;;
    esac
  done
  local -a hits
  builtin compadd -A hits "$@"
  offered+=("\${hits[@]}")
  builtin compadd "$@"
}
write_down() {
  offered=()
  zle complete-word
  BUFFER=
  local word
  { for word in "\${offered[@]}"; do print -r -- "\${(Q)word}"; done; print END } >> $ANSWERS
}
zle -N write_down
bindkey '^I' write_down
`;

function isHere(shell: string): boolean {
  try {
    return new Deno.Command(shell, { args: ["-c", "exit 0"] }).outputSync().success;
  } catch {
    return false;
  }
}

const CLEAN: Readonly<Record<Shell, readonly string[]>> = {
  bash: ["--norc", "--noprofile"],
  zsh: ["-f"],
  fish: ["--no-config"],
};

const PROGRAMS: Readonly<Record<Shell, (script: string, lines: readonly string[]) => string>> = {
  bash: (script, lines) =>
    `compopt() { :; }\nsource ${quote(script)}\n` + lines.map((line) => {
      // As readline parts them: "=" is a word of its own.
      const words = line.split(/ |(=)/).filter((word) => word !== undefined && word !== "");
      if (line.endsWith(" ")) words.push("");
      return `COMP_WORDS=(${words.map(quote).join(" ")})\nCOMP_CWORD=${
        words.length - 1
      }\n_wt_inject\n` +
        `printf '%s\\n' "\${COMPREPLY[@]}"\necho END\n`;
    }).join(""),
  fish: (script, lines) =>
    `source ${quote(script)}\n` +
    lines.map((line) => `complete -C ${quote(line)} | string split -f1 \\t\necho END\n`).join(""),
  // Zsh completes nowhere but on a terminal, so it gets one: what it would offer is written to a file.
  // It lists nothing and all that it shows is read away, for a terminal that nobody reads fills up and
  // takes no key any more.
  zsh: (script, lines) =>
    `zmodload zsh/zpty zsh/zselect
export ANSWERS=$PWD/.answers
: > $ANSWERS
cat > ${script}.inner << 'INNER'
${ZSH_INNER}source ${script}
INNER
zpty inner "zsh -f -i"
zpty -w inner "source ${script}.inner"
asked=0
for line in ${lines.map(quote).join(" ")}; do
  zpty -n -w inner "$line"$'\\t'
  asked=$((asked + 1))
  until [ "$(grep -c '^END$' $ANSWERS)" -ge $asked ]; do
    while zpty -rt inner shown; do :; done
    (( SECONDS < 90 )) || break 2
    zselect -t 2
  done
done
cat $ANSWERS
zpty -d inner
`,
};

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

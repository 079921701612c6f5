/**
 * Completions for zsh, by its `_arguments`.
 *
 * @module
 */
import type { CommandWords, FlagWords, PositionalWords, Value } from "./completion_words.ts";

/** The script. */
export function zshCompletions(commands: readonly CommandWords[]): string {
  const groups = [...new Set(commands.flatMap(({ name }) => name.split(" ").slice(0, -1)))];
  const firsts = [...new Set(commands.map(({ name }) => name.split(" ")[0]!))];
  const described = (words: readonly (readonly [string, string])[]) =>
    words.map(([word, about]) => `    ${quote(`${word}:${about}`)}`).join("\n");
  return `#compdef wt-inject
# zsh completions of wt-inject, made by "wt-inject completions zsh".

_wt_inject_report() { # formats
  if compset -P '*='; then _files; else compadd -S = -- "$@"; fi
}

_wt_inject_command() { # name
  case "$1" in
${commands.map(argumentsOf).join("\n")}
  esac
}

_wt_inject_seconds() { # first word
  local -a words
  case "$1" in
${
    groups.map((group) =>
      `    ${group}) words=(\n${
        described(
          commands.filter(({ name }) => name.startsWith(`${group} `)).map((
            { name, summary },
          ) => [name.slice(group.length + 1), summary]),
        )
      }\n    ) ;;`
    ).join("\n")
  }
  esac
  _describe command words
}

_wt_inject() {
  local -a words_of_one
  words_of_one=(
${
    described(firsts.map((first) => {
      const command = commands.find(({ name }) => name === first);
      const seconds = commands.filter(({ name }) => name.startsWith(`${first} `));
      return [first, command?.summary ?? seconds.map(({ name }) => name.split(" ")[1]).join(", ")];
    }))
  }
  )
  if (( CURRENT == 2 )); then
    _describe command words_of_one
    return
  fi
  local first=$words[2]
  case $first in
    ${groups.join(" | ")})
      if (( CURRENT == 3 )); then
        _wt_inject_seconds $first
        return
      fi
      first="$first $words[3]"
      words=("$first" "\${(@)words[4,-1]}")
      (( CURRENT -= 2 ))
      ;;
    *)
      words=("$first" "\${(@)words[3,-1]}")
      (( CURRENT -= 1 ))
      ;;
  esac
  _wt_inject_command "$first"
}

if [ "$funcstack[1]" = _wt_inject ]; then
  _wt_inject "$@"
else
  compdef _wt_inject wt-inject
fi
`;
}

function argumentsOf({ name, flags, positionals }: CommandWords): string {
  const specs = [...flags.flatMap(flagSpecs), ...positionals.map(positionalSpec)];
  return `    ${quote(name)}) _arguments -s \\\n${
    specs.map((spec) => `      ${quote(spec)}`).join(" \\\n")
  } ;;`;
}

function flagSpecs({ name, short, help, many, value, label }: FlagWords): readonly string[] {
  const spellings = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
  const before = many ? "*" : `(${spellings.join(" ")})`;
  const after = `[${escaped(help)}]`;
  if (value === undefined) return spellings.map((spelling) => `${before}${spelling}${after}`);
  return spellings.map((spelling) =>
    `${before}${spelling}${spelling.startsWith("--") ? "=" : "+"}${after}:${escaped(label)}:${
      action(value)
    }`
  );
}

function positionalSpec({ label, value, many, separated }: PositionalWords, index: number): string {
  if (value.kind === "program") return `*::${label}:_normal`;
  const place = many || separated ? "*" : String(index + 1);
  return `${place}:${escaped(label)}:${action(value)}`;
}

function action(value: Value): string {
  switch (value.kind) {
    case "any":
    case "program":
      return " ";
    case "words":
      return `(${value.words.join(" ")})`;
    case "file":
      return "_files";
    case "folder":
      return "_files -/";
    case "report":
      return ` _wt_inject_report ${value.formats.join(" ")}`;
  }
}

/** Text that stands for itself in a spec. */
function escaped(text: string): string {
  return text.replace(/[\\\[\]:]/g, "\\$&");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

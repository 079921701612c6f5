/**
 * Completions for bash, 3.2 and later: what macOS has.
 *
 * @module
 */
import type { CommandWords, Value } from "./completion_words.ts";

/** The script. */
export function bashCompletions(commands: readonly CommandWords[]): string {
  const groups = [...new Set(commands.flatMap(({ name }) => name.split(" ").slice(0, -1)))];
  const firsts = [...new Set(commands.map(({ name }) => name.split(" ")[0]!))];
  return `# bash completions of wt-inject, made by "wt-inject completions bash".

# What a flag or a place takes: "w" and words, "f" a file, "d" a folder, "r" and formats of reports,
# "p" a program, "-" something that can't be guessed. Nothing for a flag without a value.
_wt_inject_takes() {
  case "$1" in
${commands.flatMap(takes).join("\n")}
  esac
}

_wt_inject_flags() {
  case "$1" in
${commands.map(flagsOf).join("\n")}
  esac
}

_wt_inject_seconds() {
  case "$1" in
${
    groups.map((group) => `    ${quote(group)}) echo ${quote(secondsOf(group, commands))} ;;`).join(
      "\n",
    )
  }
  esac
}

_wt_inject_files() { # -f or -d
  local IFS=$'\\n'
  compopt -o filenames 2> /dev/null
  COMPREPLY=($(compgen "$1" -- "$cur"))
}

_wt_inject_value() { # what it takes, as above
  case "$1" in
    w*) COMPREPLY=($(compgen -W "\${1#w}" -- "$cur")) ;;
    f) _wt_inject_files -f ;;
    d) _wt_inject_files -d ;;
    p) compopt -o filenames 2> /dev/null; COMPREPLY=($(compgen -c -- "$cur")) ;;
    r*)
      compopt -o nospace 2> /dev/null
      COMPREPLY=($(compgen -S = -W "\${1#r}" -- "$cur"))
      ;;
  esac
}

_wt_inject() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} from=2 place=0 takes= after= flag= i word
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quote([...firsts, "--help", "--version"].join(" "))} -- "$cur"))
    return
  fi
  local seconds=$(_wt_inject_seconds "$command")
  if [ -n "$seconds" ]; then
    if [ "$COMP_CWORD" -eq 2 ]; then
      COMPREPLY=($(compgen -W "$seconds --help" -- "$cur"))
      return
    fi
    command="$command \${COMP_WORDS[2]}" from=3
  fi
  # bash parts words at "=": "--report json=a" is four words.
  for ((i = from; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [ -n "$after" ]; then
      place=$((place + 1))
    elif [ "$word" = "=" ]; then
      continue
    elif [ -n "$flag" ]; then
      case "$takes" in
        r*) if [ "\${COMP_WORDS[i + 1]}" = "=" ]; then takes=f; continue; fi ;;
      esac
      flag=
    elif [ "$word" = "--" ]; then
      after=yes
    elif [ "\${word:0:1}" = "-" ] && [ "$word" != "-" ]; then
      takes=$(_wt_inject_takes "$command $word")
      [ -z "$takes" ] || flag=$word
    else
      place=$((place + 1))
    fi
  done
  [ "$cur" != "=" ] || cur=
  if [ -n "$flag" ]; then
    _wt_inject_value "$takes"
  elif [ -z "$after" ] && [ "\${cur:0:1}" = "-" ]; then
    COMPREPLY=($(compgen -W "$(_wt_inject_flags "$command")" -- "$cur"))
  elif [ -n "$after" ]; then
    takes=$(_wt_inject_takes "$command -- $place")
    if [ -n "$takes" ]; then _wt_inject_value "$takes"; else _wt_inject_files -f; fi
  else
    takes=$(_wt_inject_takes "$command $place")
    _wt_inject_value "\${takes:-$(_wt_inject_takes "$command +")}"
  fi
}

complete -F _wt_inject wt-inject
`;
}

function secondsOf(group: string, commands: readonly CommandWords[]): string {
  return commands.map(({ name }) => name.split(" ")).filter(([first, second]) =>
    first === group && second !== undefined
  ).map(([, second]) => second).join(" ");
}

function takes({ name, flags, positionals }: CommandWords): readonly string[] {
  const line = (key: string, value: Value) =>
    `    ${quote(`${name} ${key}`)}) echo ${quote(code(value))} ;;`;
  return [
    ...flags.flatMap(({ name, short, value }) =>
      value === undefined
        ? []
        : [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((key) =>
          line(key, value)
        )
    ),
    ...positionals.flatMap(({ value, many, separated }, index) => [
      line(separated ? `-- ${index}` : String(index), value),
      ...(many && !separated ? [line("+", value)] : []),
    ]),
  ];
}

function flagsOf({ name, flags }: CommandWords): string {
  const words = flags.flatMap((flag) => [
    `--${flag.name}`,
    ...(flag.short === undefined ? [] : [`-${flag.short}`]),
  ]);
  return `    ${quote(name)}) echo ${quote(words.join(" "))} ;;`;
}

function code(value: Value): string {
  switch (value.kind) {
    case "any":
      return "-";
    case "words":
      return `w ${value.words.join(" ")}`;
    case "file":
      return "f";
    case "folder":
      return "d";
    case "report":
      return `r ${value.formats.join(" ")}`;
    case "program":
      return "p";
  }
}

/** A word for the shell that stands for itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

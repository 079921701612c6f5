/**
 * Completions for fish, 3.1 and later.
 *
 * @module
 */
import type { CommandWords, Value } from "./completion_words.ts";

/** The script. */
export function fishCompletions(commands: readonly CommandWords[]): string {
  const groups = [...new Set(commands.flatMap(({ name }) => name.split(" ").slice(0, -1)))];
  const firsts = [...new Set(commands.map(({ name }) => name.split(" ")[0]!))];
  const lines = [
    rule("__wt_inject_is ''", ["-s h", "-l help", "-d 'All commands'"]),
    rule("__wt_inject_is ''", ["-s V", "-l version", "-d 'Which version this is'"]),
    ...firsts.map((first) => {
      const command = commands.find(({ name }) => name === first);
      const about = command?.summary ??
        commands.flatMap(({ name }) =>
          name.split(" ").slice(0, -1).includes(first) ? [name.split(" ")[1]!] : []
        )
          .join(", ");
      return rule("__wt_inject_is ''", [`-a ${quote(first)}`, `-d ${quote(about)}`]);
    }),
    ...commands.flatMap(({ name, summary }) => {
      const [first, second] = name.split(" ");
      if (second === undefined) return [];
      return [rule(`__wt_inject_is ${first}`, [`-a ${quote(second)}`, `-d ${quote(summary)}`])];
    }),
    ...commands.flatMap(commandRules),
  ];
  return `# fish completions of wt-inject, made by "wt-inject completions fish".

function __wt_inject_is # the command so far, of one word or two
    set -l words (commandline -opc)[2..-1]
    set -l command "$words[1]"
    if contains -- "$command" ${groups.join(" ")}; and test (count $words) -ge 2
        set command "$command $words[2]"
    end
    test "$command" = "$argv[1]"
end

function __wt_inject_report # formats
    set -l token (string replace -r -- '^--report=' '' (commandline -ct))
    if string match -q -- '*=*' $token
        set -l parts (string split -m1 = -- $token)
        for path in (__fish_complete_path $parts[2])
            echo "$parts[1]=$path"
        end
    else
        printf '%s=\\n' $argv
    end
end

complete -c wt-inject -f
${lines.join("\n")}
`;
}

function commandRules({ name, flags, positionals }: CommandWords): readonly string[] {
  const when = `__wt_inject_is ${name.includes(" ") ? `"${name}"` : name}`;
  return [
    ...flags.map(({ name, short, help, value }) =>
      rule(when, [
        ...(short === undefined ? [] : [`-s ${short}`]),
        `-l ${name}`,
        `-d ${quote(help)}`,
        ...(value === undefined ? [] : [takes(value)]),
      ])
    ),
    ...new Set(positionals.flatMap(({ value }) => {
      const given = offers(value);
      return given === undefined ? [] : [rule(when, [given])];
    })),
  ];
}

/** How a flag's value is completed. */
function takes(value: Value): string {
  const given = offers(value);
  if (given === undefined) return "-x";
  return value.kind === "file" ? "-r -F" : `-x ${given}`;
}

/** What is offered where a value stands; undefined where it can't be guessed. */
function offers(value: Value): string | undefined {
  switch (value.kind) {
    case "any":
      return undefined;
    case "words":
      return `-a ${quote(value.words.join(" "))}`;
    case "file":
      return "-F";
    case "folder":
      return "-a '(__fish_complete_directories)'";
    case "report":
      return `-a '(__wt_inject_report ${value.formats.join(" ")})'`;
    case "program":
      return "-a '(__fish_complete_subcommand)'";
  }
}

function rule(when: string, parts: readonly string[]): string {
  return `complete -c wt-inject -n ${quote(when)} ${parts.join(" ")}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

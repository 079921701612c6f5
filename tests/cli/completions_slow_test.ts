import { assert, assertEquals } from "@std/assert";
import { completionScript } from "../../lib/cli/completions.ts";
import { completionWords } from "../../lib/cli/completion_words.ts";
import { main } from "../../lib/cli/main.ts";
import { COMMANDS } from "../../lib/cli/table.ts";
import { SHELLS } from "../../lib/cli/table_completions.ts";
import { memoryIo } from "./memory_io.ts";
import { ask, SHELL_HERE } from "./completing.ts";

Deno.test("completions prints the script of a shell, and refuses one it doesn't know", async () => {
  for (const shell of SHELLS) {
    const io = memoryIo();
    assertEquals(await main(["completions", shell], io), 0);
    assertEquals(io.out(), completionScript(shell));
  }
  const io = memoryIo();
  assertEquals(await main(["completions", "bsah"], io), 2);
  assertEquals(io.err().includes("Did you mean bash?"), true);
});

Deno.test("completionWords() has only words that no shell parts or expands", () => {
  for (const { name, flags, positionals } of completionWords(COMMANDS)) {
    for (const { value } of [...flags, ...positionals]) {
      const words = value?.kind === "words"
        ? value.words
        : value?.kind === "report"
        ? value.formats
        : ["x"];
      assert(words.length > 0, name);
      for (const word of words) assert(/^[\w.-]+$/.test(word), `${name}: ${word}`);
    }
  }
});

/** What is typed, what every shell must then offer, and what it must not. */
const CASES:
  readonly (readonly [line: string, offers: readonly string[], not: readonly string[]])[] = [
    ["wt-inject c", ["canary", "certify", "chat", "completions", "conform", "corpus"], ["gateway"]],
    ["wt-inject corpus ", ["copy", "list", "run", "show", "verify"], ["conform"]],
    ["wt-inject report v", ["view"], ["diff"]],
    ["wt-inject conform --rep", ["--repeat", "--report"], ["--reference"]],
    ["wt-inject conform --format ", ["json", "junit", "text"], []],
    ["wt-inject conform --reference --format ju", ["junit"], ["json"]],
    ["wt-inject conform --declare no-t", ["no-tools"], ["no-recall"]],
    ["wt-inject surface probe --format ", ["json", "text"], ["junit"]],
    ["wt-inject selftest --report ", ["json=", "markdown="], ["profile.json"]],
    ["wt-inject conform --profile pro", ["profile.json"], ["folder"]],
    ["wt-inject report view pro", ["profile.json"], []],
    ["wt-inject report diff profile.json oth", ["other one.json"], []],
    ["wt-inject corpus verify fol", ["folder"], ["profile.json"]],
    ["wt-inject conform --report json=pro", ["profile.json"], []],
    ["wt-inject schema rep", ["report"], ["profile"]],
    ["wt-inject list ch", ["checks"], ["clauses"]],
    ["wt-inject help sur", ["surface"], ["serve"]],
    ["wt-inject completions ", ["bash", "fish", "zsh"], []],
  ];

/** Zsh takes "=" for a suffix, and shells differ in what they repeat before a file's name. */
function has(offered: readonly string[], wanted: string): boolean {
  return offered.some((word) =>
    [word, `${word}=`].includes(wanted) || word.endsWith(`=${wanted}`) || word === `${wanted}/`
  );
}

for (const shell of SHELLS) {
  Deno.test({
    name: `${shell} offers the commands, flags, values and files that fit`,
    ignore: !SHELL_HERE[shell],
    async fn() {
      const answers = await ask(shell, CASES.map(([line]) => line));
      for (const [index, [line, offers, not]] of CASES.entries()) {
        const offered = answers[index]!;
        for (const word of offers) assert(has(offered, word), `${line}| lacks ${word}: ${offered}`);
        for (const word of not) assert(!has(offered, word), `${line}| has ${word}: ${offered}`);
      }
    },
  });

  Deno.test({
    name: `${shell} offers every flag of every command`,
    ignore: !SHELL_HERE[shell],
    async fn() {
      const answers = await ask(shell, COMMANDS.map(({ name }) => `wt-inject ${name} --`));
      for (const [index, { name, flags }] of COMMANDS.entries()) {
        const wanted = [...flags.map((flag) => `--${flag.name}`), "--help"].sort();
        const offered = answers[index]!.filter((word) => word.startsWith("--") && word !== "--");
        assertEquals(
          [...new Set(offered.map((word) => word.replace(/=$/, "")))].sort(),
          wanted,
          name,
        );
      }
    },
  });
}

Deno.test({
  name:
    "bash offers values after --flag=, programs after --, and nothing where a value can't be guessed",
  ignore: !SHELL_HERE.bash,
  async fn() {
    const [equals, program, text, second] = await ask("bash", [
      "wt-inject conform --format=ju",
      "wt-inject certify --smoke -- ba",
      "wt-inject conform --prompt ",
      "wt-inject report diff profile.json profile.json ",
    ]);
    assertEquals(equals, ["junit"]);
    assert(program!.includes("bash"));
    assertEquals(text, []);
    assertEquals(second, []);
  },
});

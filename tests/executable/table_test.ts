import { assert, assertEquals } from "@std/assert";
import type { Command } from "../../lib/cli/command.ts";
import { groupHelp, overview } from "../../lib/cli/help.ts";
import { COMMANDS, groupNamed } from "../../lib/cli/table.ts";
import { bench, eachOf } from "./executable.ts";

/** A mistake on a command line, and the sentence that must answer it. */
interface Mistake {
  readonly words: readonly string[];
  readonly says: string;
}

function mistakes(command: Command): readonly Mistake[] {
  const { name, flags, positionals } = command;
  const words = name.split(" ");
  const found: Mistake[] = [{
    words: [...words, "--no-such-flag"],
    says: `Cannot use --no-such-flag: ${name} has no such flag.`,
  }];
  // What is the same for every flag of a type is tried on one of them: a start takes its time.
  const firsts = (["boolean", "string", "number", "list"] as const).map((type) =>
    flags.find((flag) => flag.type === type)
  );
  for (const flag of flags) {
    const one = firsts.includes(flag);
    const dashed = `--${flag.name}`;
    const say = (given: readonly string[], says: string) =>
      found.push({ words: [...words, ...given], says });
    if (flag.type === "boolean") {
      if (one) say([`${dashed}=yes`], `Cannot use ${dashed}=yes: ${dashed} takes no value.`);
      if (one) say([dashed, dashed], `Cannot use ${dashed} twice: it is given once at most.`);
      continue;
    }
    say([dashed], `Cannot use ${dashed}: its value is missing.`);
    if (one) say([dashed, "--quite"], `Cannot use ${dashed}: its value is missing.`);
    if (one) say([`${dashed}=`], `Cannot use ${dashed}: its value is empty.`);
    if (flag.values !== undefined) {
      say([dashed, "nope"], `Cannot use ${dashed} nope: it isn't one of `);
    }
    if (flag.type === "number") say([dashed, "nope"], `Cannot use ${dashed} nope: `);
  }
  const [first] = positionals;
  if (first?.required === true) {
    found.push({ words, says: `Cannot run ${name}: ${first.name} is missing.` });
  }
  if (positionals.at(-1)?.many !== true) {
    const surplus = [
      ...words,
      "--",
      ...positionals.map(({ values }) => values?.[0] ?? "x"),
      "surplus",
    ];
    found.push({ words: surplus, says: `Cannot use "surplus": ${name} takes ` });
  }
  return found;
}

Deno.test("the executable explains every command on standard output, and exits with 0", async () => {
  await using place = await bench();
  await eachOf(COMMANDS, async ({ name, summary, flags }) => {
    const words = name.split(" ");
    const { code, stdout, stderr } = await place.run([...words, "--help"]);
    assertEquals([code, stderr], [0, ""], name);
    assert(stdout.startsWith(`wt-inject ${name}: ${summary}\n\nUsage\n  wt-inject ${name}`), name);
    for (const flag of flags) assert(stdout.includes(`--${flag.name}`), `${name} --${flag.name}`);
    assertEquals(await place.run(["help", ...words]), { code, stdout, stderr }, name);
  });
  assertEquals(await place.run(["--help"]), { code: 0, stdout: overview(), stderr: "" });
  assertEquals(await place.run([]), { code: 2, stdout: "", stderr: overview() });
  for (const group of ["surface", "corpus", "report"]) {
    const help = groupHelp(group, groupNamed(group));
    assertEquals(await place.run([group]), { code: 2, stdout: "", stderr: help });
  }
  assertEquals(await place.tree(), []);
});

Deno.test("the executable answers every mistake of every command with 2, one sentence and what to do", async () => {
  await using place = await bench();
  const all = COMMANDS.flatMap(mistakes);
  assert(all.length > 250, `${all.length} mistakes`);
  await eachOf(all, async ({ words, says }) => {
    const { code, stdout, stderr } = await place.run(words);
    const line = words.join(" ");
    assertEquals([code, stdout], [2, ""], line);
    const [sentence, hint, ...rest] = stderr.split("\n");
    assert(sentence!.startsWith(`wt-inject: ${says}`), `${line}: ${stderr}`);
    assert(hint !== undefined && hint.length > 0, `${line} has no hint: ${stderr}`);
    assertEquals(rest, [""], `${line}: ${stderr}`);
  });
  assertEquals(await place.tree(), []);
});

Deno.test("the executable names the nearest command to one that isn't there", async () => {
  await using place = await bench();
  for (
    const [words, near] of [
      [["confrom"], "conform"],
      [["corpus", "rum"], "corpus run"],
      [["--reference"], undefined],
    ] as const
  ) {
    const { code, stdout, stderr } = await place.run(words);
    assertEquals([code, stdout], [2, ""]);
    if (near !== undefined) assert(stderr.includes(`Did you mean ${near}?`), stderr);
  }
});

import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { asksForHelp, parseArguments } from "../../lib/cli/arguments.ts";
import type { Command } from "../../lib/cli/command.ts";
import { UsageError } from "../../lib/contract/usage.ts";

const command: Command = {
  name: "try",
  summary: "",
  about: [],
  positionals: [
    { name: "TEXT", required: true, help: "a text" },
    { name: "KIND", required: false, values: ["one", "two"], help: "a kind" },
  ],
  flags: [
    { name: "loud", short: "l", type: "boolean", help: "" },
    { name: "no-color", type: "boolean", help: "" },
    { name: "word", short: "w", type: "string", value: "WORD", help: "" },
    { name: "seconds", type: "number", value: "S", range: { above: 0 }, help: "" },
    {
      name: "port",
      type: "number",
      value: "N",
      range: { from: 0, to: 9, integer: true },
      help: "",
    },
    { name: "select", type: "list", value: "PATTERN", help: "" },
    { name: "format", type: "string", value: "F", values: ["text", "json"], help: "" },
  ],
  examples: [],
  exits: [],
};

const parse = (...words: string[]) => parseArguments(command, words);

/** What the user is told, hint and all. */
function complaint(...words: string[]): string {
  const { message, hint } = assertThrows(() => parse(...words), UsageError);
  return `${message} / ${hint}`;
}

Deno.test("parseArguments() reads each type of flag and the positionals around them", () => {
  const args = parse("--loud", "hello", "--word", "w", "--seconds", "1.5", "two", "--port=0");
  assertEquals(args.positionals, ["hello", "two"]);
  assertEquals(args.given("loud"), true);
  assertEquals(args.given("no-color"), false);
  assertEquals(args.text("word"), "w");
  assertEquals(args.number("seconds"), 1.5);
  assertEquals(args.number("port"), 0);
  assertEquals(args.list("select"), []);
  assertEquals(args.text("format"), undefined);
});

Deno.test("parseArguments() leaves texts alone that look like numbers", () => {
  const args = parse("007", "--word", "1e3", "--select=0x10", "--select", "12345678901234567890");
  assertEquals(args.positionals, ["007"]);
  assertEquals(args.text("word"), "1e3");
  assertEquals(args.list("select"), ["0x10", "12345678901234567890"]);
});

Deno.test("parseArguments() doesn't take the word after a boolean flag for its value", () => {
  const args = parse("--loud", "true");
  assertEquals(args.given("loud"), true);
  assertEquals(args.positionals, ["true"]);
});

Deno.test("parseArguments() knows a flag whose own name begins with no-", () => {
  assertEquals(parse("x", "--no-color").given("no-color"), true);
  assertStringIncludes(complaint("x", "--no-loud"), "Cannot use --no-loud: try has no such flag");
});

Deno.test("parseArguments() keeps dashes, dots and line feeds in values", () => {
  const args = parse("-", "--word=--x=y", "--select", "a.b.c", "--select=-", "--format=json");
  assertEquals(args.positionals, ["-"]);
  assertEquals(args.text("word"), "--x=y");
  assertEquals(args.list("select"), ["a.b.c", "-"]);
  assertEquals(parse("x", "--word=two\nlines\n").text("word"), "two\nlines\n");
});

Deno.test("parseArguments() takes all that follows -- as it stands", () => {
  assertEquals(parse("--loud", "--", "--word").positionals, ["--word"]);
  assertEquals(parse("--", "-5", "one").positionals, ["-5", "one"]);
});

Deno.test("parseArguments() refuses an empty argument, but for one that says something empty", () => {
  for (const words of [[""], ["--", ""], ["x", ""]]) {
    assertStringIncludes(
      complaint(...words),
      "is empty / A variable that isn't set may stand there",
    );
  }
  const [text, ...more] = command.positionals;
  const send = { ...command, positionals: [{ ...text!, empty: true as const }, ...more] };
  assertEquals(parseArguments(send, [""]).positionals, [""]);
  const program = { ...text!, many: true as const, separated: true as const };
  const words = ["--", "python3", ""];
  assertEquals(
    parseArguments({ ...command, positionals: [program] }, words).positionals,
    words.slice(1),
  );
});

Deno.test("parseArguments() knows the short form of a flag, with and without a value", () => {
  const args = parse("-l", "-w", "x", "text");
  assertEquals(args.given("loud"), true);
  assertEquals(args.text("word"), "x");
  assertEquals(parse("text", "-w=x").text("word"), "x");
});

Deno.test("parseArguments() refuses an unknown flag and names the nearest", () => {
  const close = complaint("x", "--formt", "json");
  assertStringIncludes(close, "Cannot use --formt: try has no such flag / Did you mean --format?");
  const far = complaint("x", "--zebra");
  assertStringIncludes(far, "Cannot use --zebra: try has no such flag");
  assertEquals(far.includes("Did you mean"), false);
  assertStringIncludes(complaint("x", "--sel"), "Did you mean --select?");
  assertStringIncludes(complaint("-lw", "x"), "Cannot use -lw: try has no such flag");
});

Deno.test("parseArguments() takes no key of an object's prototype for a flag", () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "_"]) {
    assertStringIncludes(
      complaint("x", `--${name}=1`),
      `Cannot use --${name}: try has no such flag`,
    );
  }
});

Deno.test("parseArguments() refuses a flag without its value", () => {
  assertStringIncludes(complaint("x", "--word"), "Cannot use --word: its value is missing");
  const swallowed = complaint("x", "--word", "--loud");
  assertStringIncludes(swallowed, "Cannot use --word: its value is missing");
  assertStringIncludes(swallowed, "--word=--loud");
  assertStringIncludes(complaint("x", "--word", "--"), "its value is missing");
  assertStringIncludes(complaint("x", "--word="), "Cannot use --word: its value is empty");
  assertStringIncludes(complaint("x", "--word", ""), "Cannot use --word: its value is empty");
});

Deno.test("parseArguments() refuses a value where none is taken", () => {
  assertStringIncludes(
    complaint("x", "--loud=yes"),
    "Cannot use --loud=yes: --loud takes no value",
  );
});

Deno.test("parseArguments() refuses what isn't a number, or is out of range", () => {
  const cases: readonly (readonly [flag: string, value: string, reason: string])[] = [
    ["seconds", "soon", "it isn't a number"],
    ["seconds", "0x10", "it isn't a number"],
    ["seconds", "1 ", "it isn't a number"],
    ["seconds", "NaN", "it isn't a number"],
    ["seconds", "Infinity", "it isn't a number"],
    ["seconds", "1e999", "it isn't a number"],
    ["seconds", "0", "it must be above 0"],
    ["seconds", "-5", "it must be above 0"],
    ["port", "1.5", "it isn't a whole number"],
    ["port", "-1", "it must be 0 or more"],
    ["port", "10", "it must be 9 or less"],
  ];
  for (const [flag, value, reason] of cases) {
    assertStringIncludes(
      complaint("x", `--${flag}`, value),
      `Cannot use --${flag} ${value}: ${reason}`,
    );
  }
});

Deno.test("parseArguments() refuses a value outside a closed list", () => {
  assertStringIncludes(
    complaint("x", "--format", "jsn"),
    "Cannot use --format jsn: it isn't one of text, json / Did you mean json?",
  );
  assertStringIncludes(complaint("x", "three"), `Cannot use "three": it isn't one of one, two`);
});

Deno.test("parseArguments() refuses a single flag given twice, also by its short form", () => {
  assertStringIncludes(complaint("x", "--word", "a", "--word=b"), "Cannot use --word twice");
  assertStringIncludes(complaint("x", "--loud", "-l"), "Cannot use --loud twice");
});

Deno.test("parseArguments() refuses one positional too many, and one too few", () => {
  assertStringIncludes(
    complaint("a", "one", "c"),
    `Cannot use "c": try takes TEXT and KIND only / Quote words that belong together`,
  );
  assertStringIncludes(complaint("--loud"), "Cannot run try: TEXT is missing");
});

Deno.test("asksForHelp() sees --help and -h before --, and nowhere else", () => {
  assertEquals(asksForHelp(["--bad", "-h"]), true);
  assertEquals(asksForHelp(["x", "--help"]), true);
  assertEquals(asksForHelp(["--", "--help"]), false);
  assertEquals(asksForHelp(["--word=--help"]), false);
});

Deno.test("parseArguments() takes as many of the last positional as come, where it may be given often", () => {
  const last = { name: "A", required: false, many: true, help: "" } as const;
  const often = { ...command, positionals: [last] };
  assertEquals(parseArguments(often, []).positionals, []);
  assertEquals(parseArguments(often, ["a", "b", "--", "-c"]).positionals, ["a", "b", "-c"]);
});

Deno.test("parseArguments() wants -- before a command of the user's, and leaves all after it alone", () => {
  const about = { required: false, many: true, separated: true, help: "" } as const;
  const often = { ...command, positionals: [{ name: "CMD", ...about }] };
  const words = ["x", "--y=1", "-z", "--", "", "--help"];
  assertEquals(parseArguments(often, ["--", ...words]).positionals, words);
  for (const words of [["x"], ["x", "--", "y"], ["-", "--", "y"]]) {
    assertThrows(() => parseArguments(often, words), UsageError, 'CMD goes after "--"');
  }
});

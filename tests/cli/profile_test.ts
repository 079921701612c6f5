import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { parseArguments } from "../../lib/cli/arguments.ts";
import { profileWithFlags } from "../../lib/cli/conform_options.ts";
import { flagOf, PROFILE_KEYS } from "../../lib/cli/profile_fields.ts";
import { loadProfile, parseProfile } from "../../lib/cli/profile_file.ts";
import { profileJsonSchema } from "../../lib/cli/profile_schema.ts";
import { conformCommand } from "../../lib/cli/table_conform.ts";
import type { Profile } from "../../lib/contract/profile.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { inFolder } from "./subprocess.ts";

/** Every key, with a value that a profile can hold. */
const FULL: Required<Profile> = {
  prompt: "Hello",
  tool_prompt: "Where is it?",
  expect_tools: ["lookup", "status"],
  error_prompt: "Fail",
  error_tools: ["lookup"],
  slow_prompt: "Slowly",
  slow_timeout_s: 0.5,
  seed_prompt: "Remember {nonce}",
  recall_prompt: "What was it?",
  echo_prompt: "Say {text}",
  timeout_s: 30,
  declare: ["no-tools", "no-recall"],
};

function complaint(text: string): string {
  const { message, hint } = assertThrows(() => parseProfile(text, "wt.json"), UsageError);
  return `${message} / ${hint}`;
}

Deno.test("parseProfile() reads every key there is, and leaves $schema to editors", () => {
  assertEquals(parseProfile(JSON.stringify({ $schema: "x", ...FULL }), "wt.json"), FULL);
  assertEquals(parseProfile("{}", "wt.json"), {});
});

Deno.test("parseProfile() names the file and the key of each mistake", () => {
  const cases: readonly (readonly [text: string, says: string])[] = [
    ["", "Cannot use the profile wt.json: it isn't JSON (line 1, column 1:"],
    ['{\n  "prompt": }', "Cannot use the profile wt.json: it isn't JSON (line 2, column 13:"],
    ["[]", "Cannot use the profile wt.json: it isn't a JSON object"],
    ["null", "it isn't a JSON object"],
    ['{"prompt":"a","prompt":"b"}', 'the key "prompt" stands there twice'],
    ['{"tool_promt":"x"}', 'it has no key "tool_promt" / Did you mean "tool_prompt"?'],
    ['{"tool-prompt":"x"}', 'it has no key "tool-prompt" / Did you mean "tool_prompt"?'],
    ['{"zebra":1}', 'it has no key "zebra" / "wt-inject schema profile" describes the file.'],
    ['{"__proto__":{"prompt":"x"}}', 'it has no key "__proto__"'],
    ['{"constructor":"x"}', 'it has no key "constructor"'],
    ['{"prompt":5}', '"prompt" must be a text that isn\'t empty'],
    ['{"prompt":""}', '"prompt" must be a text that isn\'t empty'],
    ['{"seed_prompt":"Remember"}', '"seed_prompt" must hold {nonce}'],
    ['{"echo_prompt":"Say {nonce}"}', '"echo_prompt" must hold {text}'],
    ['{"expect_tools":"a,b"}', '"expect_tools" must be a list of tool names'],
    ['{"expect_tools":[]}', '"expect_tools" must be a list of tool names, with one at least'],
    ['{"error_tools":[1]}', '"error_tools" must be a list of tool names'],
    ['{"timeout_s":0}', '"timeout_s" must be a number of seconds above 0'],
    ['{"timeout_s":"30"}', '"timeout_s" must be a number of seconds above 0'],
    ['{"timeout_s":1e999}', '"timeout_s" must be a number of seconds above 0'],
    ['{"slow_timeout_s":true}', '"slow_timeout_s" must be a number of seconds above 0'],
    ['{"declare":["no-fun"]}', '"declare" must be a list of these: no-tools, no-recall, '],
    ['{"declare":"no-tools"}', '"declare" must be a list of these'],
  ];
  for (const [text, says] of cases) assertStringIncludes(complaint(text), says);
});

Deno.test("loadProfile() refuses a named file that isn't there, and needs no unnamed one", async () => {
  await inFolder(async (folder) => {
    const error = await assertRejects(() => loadProfile(`${folder}/none.json`), UsageError);
    assertStringIncludes(error.message, "none.json: there is no such file");
    await Deno.writeFile(`${folder}/latin.json`, new Uint8Array([0x7b, 0xe9, 0x7d]));
    const latin = await assertRejects(() => loadProfile(`${folder}/latin.json`), UsageError);
    assertStringIncludes(latin.message, "latin.json: it isn't UTF-8");
    await Deno.writeTextFile(`${folder}/bom.json`, '\ufeff{"prompt":"x"}');
    assertEquals((await loadProfile(`${folder}/bom.json`)).profile, { prompt: "x" });
  });
});

Deno.test("profileWithFlags() lays each flag over its key", () => {
  const args = parseArguments(conformCommand, [
    "--prompt=Hello",
    "--tool-prompt=Where is it?",
    "--expect-tools=lookup, status",
    "--error-prompt=Fail",
    "--error-tools=lookup",
    "--slow-prompt=Slowly",
    "--slow-timeout=0.5",
    "--seed-prompt=Remember {nonce}",
    "--recall-prompt=What was it?",
    "--echo-prompt=Say {text}",
    "--timeout=30",
    "--declare=no-tools",
    "--declare=no-recall",
    "--declare=no-tools",
  ]);
  assertEquals(profileWithFlags(args, { prompt: "other", declare: ["no-slow-turn"] }), FULL);
});

Deno.test("profileWithFlags() keeps what no flag touches", () => {
  const args = parseArguments(conformCommand, ["--prompt", "Hi"]);
  assertEquals(profileWithFlags(args, FULL), { ...FULL, prompt: "Hi" });
});

Deno.test("profileWithFlags() holds flags to the rules of the file", () => {
  const cases: readonly (readonly [words: readonly string[], says: string])[] = [
    [["--seed-prompt", "Remember"], "Cannot use --seed-prompt Remember: it must hold {nonce}"],
    [["--tool-prompt=x", "--expect-tools=a,,b"], "it must be a list of tool names"],
    [["--expect-tools", "a,b"], "Cannot expect a, b: no prompt is given that makes the agent"],
    [["--error-tools", "a"], "Cannot expect a: no prompt is given"],
  ];
  for (const [words, says] of cases) {
    const args = parseArguments(conformCommand, words);
    const error = assertThrows(() => profileWithFlags(args, {}), UsageError);
    assertStringIncludes(error.message, says);
  }
});

Deno.test("every key of a profile has a flag, and stands in the schema", () => {
  const { properties } = profileJsonSchema() as { properties: Record<string, unknown> };
  assertEquals(Object.keys(properties), ["$schema", ...Object.keys(FULL)]);
  assertEquals<readonly string[]>(PROFILE_KEYS, Object.keys(FULL));
  for (const key of PROFILE_KEYS) {
    assert(conformCommand.flags.some(({ name }) => name === flagOf(key)), key);
  }
});

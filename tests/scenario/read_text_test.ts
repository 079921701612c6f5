import { assertEquals, assertRejects } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { isScenarioFile, readScenarios } from "../../lib/scenario/read_text.ts";

/** What {@linkcode readScenarios} complains of, behind its usual beginning. */
async function complaint(text: string, file = "s.yaml"): Promise<string> {
  const { message } = await assertRejects(() => readScenarios(text, file), UsageError);
  return message.replace("Cannot read the scenario in ", "");
}

async function facts(text: string, file = "s.yaml"): Promise<unknown> {
  return (await readScenarios(text, file))[0]?.scenario.target_facts;
}

Deno.test("readScenarios() reads one scenario, a list of them, and several YAML documents", async () => {
  const names = async (text: string, file = "s.yaml") =>
    (await readScenarios(text, file)).map(({ scenario, line }) => [scenario.name, line]);
  assertEquals(await names("name: a\nprompt: p\n"), [["a", 1]]);
  assertEquals(await names("- name: a\n  prompt: p\n- name: b\n  prompt: p\n"), [["a", 1], [
    "b",
    3,
  ]]);
  assertEquals(await names("name: a\nprompt: p\n---\n- name: b\n  prompt: p\n"), [["a", 1], [
    "b",
    4,
  ]]);
  assertEquals(await names('\n{"name": "a", "prompt": "p"}', "s.json"), [["a", 2]]);
  assertEquals(await names('[{"name":"a","prompt":"p"},\n{"name":"b","prompt":"p"}]', "S.JSON"), [
    ["a", 1],
    ["b", 2],
  ]);
});

Deno.test("readScenarios() keeps what YAML 1.1 would turn into something else as text", async () => {
  assertEquals(
    await facts("name: n\nprompt: p\ntarget_facts: [[no, y, on, 2026-01-01, 1:30, 0o14, =]]\n"),
    [["no", "y", "on", "2026-01-01", "1:30", "0o14", "="]],
  );
  assertEquals(await facts('name: n\nprompt: p\ntarget_facts: [["12", !!str 12, "true"]]\n'), [
    ["12", "12", "true"],
  ]);
});

Deno.test("readScenarios() refuses texts that YAML reads as numbers, truth or nothing", async () => {
  const at = (item: string) => complaint(`name: n\nprompt: p\ntarget_facts:\n  - [${item}]\n`);
  const text = "s.yaml:4: target_facts[0][0]: expected a string, got";
  assertEquals(await at("12"), `${text} a number`);
  assertEquals(await at("12345678901234567890"), `${text} a number`);
  assertEquals(await at("True"), `${text} a boolean`);
  assertEquals(await at("~"), `${text} null`);
  for (const spelling of ["012", "0x1F", "1_000", "1e3", "1.0", "+3", ".inf", "-.inf"]) {
    assertEquals(
      await at(spelling),
      `s.yaml:4: target_facts[0][0]: ${spelling} is no plain integer`,
    );
  }
});

Deno.test("readScenarios() takes integers for numbers, and only in digits", async () => {
  const value = (spelling: string) => `name: n\nprompt: p\ntarget_numbers:\n- value: ${spelling}\n`;
  const [read] = await readScenarios(value("-12"), "s.yaml");
  assertEquals(read?.scenario.target_numbers, [{ value: -12, unit: null }]);
  const place = "s.yaml:4: target_numbers[0].value:";
  assertEquals(await complaint(value("012")), `${place} 012 is no plain integer`);
  assertEquals(await complaint(value('"12"')), `${place} expected an integer, got a string`);
  assertEquals(
    await complaint(value("9007199254740992")),
    `${place} 9007199254740992 is not an integer between -(2^53 - 1) and 2^53 - 1`,
  );
  assertEquals(
    await complaint('{"name":"n","prompt":"p",\n"target_numbers":[{"value":1.0}]}', "s.json"),
    "s.json:2: target_numbers[0].value: 1.0 is no plain integer",
  );
});

Deno.test("readScenarios() names file, line and key, and the key that was meant", async () => {
  const { message, hint } = await assertRejects(
    () => readScenarios("# one\n- name: n\n  prompt: p\n  must_cal: [a]\n", "shop/s.yml"),
    UsageError,
  );
  assertEquals(
    [message, hint],
    [
      'Cannot read the scenario in shop/s.yml:4: the key "must_cal" is unknown',
      'Did you mean "must_call"?',
    ],
  );
  assertEquals(
    await complaint("name: n\nprompt: p\nrequires_tool_use: yes\n"),
    "s.yaml:3: requires_tool_use: expected true or false, got a string",
  );
  assertEquals(
    await complaint("name: n\nprompt: p\n<<: {tags: [x]}\n"),
    's.yaml:3: the key "<<" is unknown',
  );
  assertEquals(
    await complaint("- name: n\n-\n  prompt: p\n"),
    "s.yaml:1: there is neither a prompt nor a user turn",
  );
});

Deno.test("readScenarios() refuses a key that comes twice", async () => {
  assertEquals(
    await complaint("name: n\nprompt: p\nname: m\n"),
    "s.yaml:3: it isn't YAML: Cannot store mapping pair: duplicated key",
  );
  assertEquals(
    await complaint('{"name":"n","prompt":"p",\n"tags":[],"tags":["x"]}', "s.json"),
    "s.json:2: tags: the key stands there twice",
  );
});

Deno.test("readScenarios() says where a text is no YAML or no JSON, and when there is nothing", async () => {
  assertEquals(
    await complaint("name: n\nprompt: [a\n"),
    "s.yaml:3: it isn't YAML: Cannot read flow collection: unexpected end of the stream within a flow collection",
  );
  assertEquals(
    await complaint('{"name":\n "n" x}', "s.json"),
    "s.json:2: it isn't JSON at line 2, column 6: expected ',' or '}', found 'x' (U+0078)",
  );
  assertEquals(await complaint("# nothing\n"), "s.yaml: the file is empty");
  assertEquals(await complaint("[]"), "s.yaml:1: the list of scenarios is empty");
  assertEquals(
    await complaint("name: n\nprompt: !!binary aGk=\n"),
    "s.yaml:2: it isn't YAML: Cannot resolve unknown tag !<tag:yaml.org,2002:binary>",
  );
  assertEquals(
    await complaint(`${"[".repeat(5_000)}1${"]".repeat(5_000)}`),
    "s.yaml: it nests too deep",
  );
});

Deno.test("isScenarioFile() goes by the ending", () => {
  const names = ["a.json", "a.yaml", "a.YML", "a.txt", "yaml", "a.json.bak", "a.score.json"];
  assertEquals(names.filter(isScenarioFile), ["a.json", "a.yaml", "a.YML", "a.score.json"]);
});

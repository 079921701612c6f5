import { assert, assertEquals } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { parseScenario } from "../../lib/scenario/parse.ts";
import { userTurns } from "../../lib/scenario/scenario.ts";

/** What {@linkcode parseScenario} complains of: message and hint. */
function complaint(value: unknown): readonly [message: string, hint: string | undefined] {
  try {
    parseScenario(value, "shop.json");
  } catch (error) {
    if (error instanceof UsageError) return [error.message, error.hint];
    throw error;
  }
  throw new Error(`taken: ${JSON.stringify(value)}`);
}

Deno.test("parseScenario() fills in Wind Tunnel's defaults", () => {
  assertEquals(parseScenario({ name: "stock_check", prompt: "How many lamps?" }, "shop.json"), {
    name: "stock_check",
    prompt: "How many lamps?",
    user_turns: [],
    target_facts: [],
    target_numbers: [],
    forbidden_facts: [],
    requires_tool_use: false,
    must_call: [],
    forbidden_calls: [],
    order_matters: false,
    variance_allowed: false,
    gate_layers: null,
    strict_gates: true,
    tags: [],
  });
});

Deno.test("parseScenario() keeps every field that is given", () => {
  const whole = {
    name: "stock_check",
    prompt: "unused",
    user_turns: ["How many lamps?", "And chairs?"],
    target_facts: [["12", "twelve"], []],
    target_numbers: [{ value: 12, unit: "boxes" }, { value: -3, unit: null }],
    forbidden_facts: ["13", " "],
    requires_tool_use: true,
    must_call: ["count", ["reserve", "hold"], []],
    forbidden_calls: ["delete"],
    order_matters: true,
    variance_allowed: true,
    gate_layers: ["trajectory", "outcome"] as ("trajectory" | "outcome")[],
    strict_gates: false,
    tags: ["origin:t-1"],
  };
  assertEquals(parseScenario(whole, "shop.json"), whole);
});

Deno.test("parseScenario() takes a number without a unit, and minus zero for zero", () => {
  const { target_numbers } = parseScenario(
    { name: "n", prompt: "p", target_numbers: [{ value: -0 }] },
    "shop.json",
  );
  assertEquals(target_numbers, [{ value: 0, unit: null }]);
  assert(Object.is(target_numbers[0]?.value, 0));
});

Deno.test("userTurns() is the prompt, or the turns alone", () => {
  assertEquals(userTurns(parseScenario({ name: "n", prompt: "p" }, "f")), ["p"]);
  assertEquals(userTurns(parseScenario({ name: "n", prompt: "p", user_turns: ["a"] }, "f")), ["a"]);
});

Deno.test("parseScenario() names the file, the key and the type of what it can't use", () => {
  const good = { name: "n", prompt: "p" };
  const cases: readonly (readonly [value: unknown, reason: string])[] = [
    [null, "expected an object, got null"],
    [[good], "expected an object, got an array"],
    ["text", "expected an object, got a string"],
    [{ prompt: "p" }, 'the key "name" is missing'],
    [{ ...good, name: 7 }, "name: expected a string, got a number"],
    [{ ...good, name: " \n" }, "name: it is blank"],
    [{ name: "n" }, "there is neither a prompt nor a user turn"],
    [{ name: "n", prompt: " " }, "there is neither a prompt nor a user turn"],
    [{ ...good, prompt: null }, "prompt: expected a string, got null"],
    [{ ...good, prompt: "\ud83d" }, "prompt: the text holds half a surrogate pair"],
    [{ ...good, user_turns: "p" }, "user_turns: expected a list, got a string"],
    [{ ...good, user_turns: ["a", ""] }, "user_turns[1]: it is blank"],
    [{ ...good, target_facts: ["12"] }, "target_facts[0]: expected a list, got a string"],
    [
      { ...good, target_facts: [["a"], [1]] },
      "target_facts[1][0]: expected a string, got a number",
    ],
    [{ ...good, target_numbers: [12] }, "target_numbers[0]: expected an object, got a number"],
    [
      { ...good, target_numbers: [{ unit: "kg" }] },
      "target_numbers[0].value: expected an integer, got nothing",
    ],
    [
      { ...good, target_numbers: [{ value: 1.5 }] },
      "target_numbers[0].value: 1.5 is not an integer between -(2^53 - 1) and 2^53 - 1",
    ],
    [
      { ...good, target_numbers: [{ value: "12" }] },
      "target_numbers[0].value: expected an integer, got a string",
    ],
    [{ ...good, target_numbers: [{ value: 1, unit: "" }] }, "target_numbers[0].unit: it is empty"],
    [
      { ...good, target_numbers: [{ value: 1, units: "kg" }] },
      'target_numbers[0]: the key "units" is unknown',
    ],
    [{ ...good, forbidden_facts: ["a", ""] }, "forbidden_facts[1]: it is empty"],
    [
      { ...good, requires_tool_use: 1 },
      "requires_tool_use: expected true or false, got a number",
    ],
    [
      { ...good, must_call: [["a"], 7] },
      "must_call[1]: expected a tool's name or a list of names, got a number",
    ],
    [{ ...good, must_call: [["a", ""]] }, "must_call[0][1]: it is empty"],
    [{ ...good, forbidden_calls: [["a"]] }, "forbidden_calls[0]: expected a string, got an array"],
    [{ ...good, order_matters: true }, "order_matters: there is no must_call to be in order"],
    [{ ...good, gate_layers: ["integrity"] }, 'gate_layers[0]: "integrity" is no gate layer'],
    [{ ...good, gate_layers: [1] }, "gate_layers[0]: a number is no gate layer"],
    [{ ...good, gate_layers: ["outcome", "outcome"] }, "gate_layers: a layer is named twice"],
    [{ ...good, strict_gates: null }, "strict_gates: expected true or false, got null"],
    [{ ...good, tags: {} }, "tags: expected a list, got an object"],
  ];
  for (const [value, reason] of cases) {
    assertEquals(complaint(value)[0], `Cannot read the scenario in shop.json: ${reason}`);
  }
});

Deno.test("parseScenario() refuses keys that nobody reads, and hints at the one that was meant", () => {
  const good = { name: "n", prompt: "p" };
  assertEquals(complaint({ ...good, must_cal: [] }), [
    'Cannot read the scenario in shop.json: the key "must_cal" is unknown',
    'Did you mean "must_call"?',
  ]);
  assertEquals(complaint({ ...good, policies: [] }), [
    'Cannot read the scenario in shop.json: the key "policies" is Wind Tunnel\'s alone',
    "It has no form in a file: take it out, or run this scenario with Wind Tunnel.",
  ]);
  const [message] = complaint(JSON.parse('{"name":"n","prompt":"p","__proto__":{"tags":[]}}'));
  assertEquals(message, 'Cannot read the scenario in shop.json: the key "__proto__" is unknown');
});

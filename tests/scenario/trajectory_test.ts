import { assertEquals } from "@std/assert";
import { matchesToolName } from "../../lib/scenario/names.ts";
import type { RequiredCall } from "../../lib/scenario/scenario.ts";
import { forbiddenCalls, mustCall, shownList } from "../../lib/scenario/trajectory.ts";

Deno.test("matchesToolName() takes a bare name, also after _ or .", () => {
  const cases: readonly (readonly [observed: string, matches: boolean])[] = [
    ["lookup", true],
    ["client_lookup", true],
    ["mcp_ops_client_lookup", true],
    ["ops.lookup", true],
    ["ops-lookup", false],
    ["ops/lookup", false],
    ["ops:lookup", false],
    ["Lookup", false],
    ["relookup", false],
    ["lookup_client", false],
    ["", false],
  ];
  for (const [observed, matches] of cases) {
    assertEquals(matchesToolName("lookup", observed), matches, observed);
  }
  assertEquals(matchesToolName("client_lookup", "lookup"), false);
});

Deno.test("mustCall() without order needs each entry, and one call may serve several", () => {
  const cases: readonly (readonly [string[], RequiredCall[], boolean])[] = [
    [[], [], true],
    [[], ["a"], false],
    [["b", "a"], ["a", "b"], true],
    [["a"], ["a", "b"], false],
    [["x", "a"], [["a", "b"]], true],
    [["x"], [["a", "b"]], false],
    [["client_lookup"], ["lookup", "client_lookup"], true],
    [["a"], ["a", "a"], true],
    // No name of an empty list can be called.
    [["a"], [[]], false],
  ];
  for (const [observed, required, passed] of cases) {
    assertEquals(mustCall(observed, required, false).passed, passed, JSON.stringify(required));
  }
});

Deno.test("mustCall() with order wants a subsequence of the calls that are asked for", () => {
  const cases: readonly (readonly [string[], RequiredCall[], boolean])[] = [
    [["a", "b"], ["a", "b"], true],
    [["b", "a"], ["a", "b"], false],
    [["b", "a", "b"], ["a", "b"], true],
    [["a", "x", "b", "y"], ["a", "b"], true],
    [["a", "c"], ["a", ["b", "c"]], true],
    // Each call serves one entry at most.
    [["a"], ["a", "a"], false],
    [["a", "a"], ["a", "a"], true],
    [["client_lookup"], ["lookup", "client_lookup"], false],
    // Greedy: the first call takes the wide entry, and nothing is left for it later.
    [["b", "a"], [["a", "b"], "a"], true],
    [["a", "b"], [["a", "b"], "a"], false],
    [["a"], [], true],
  ];
  for (const [observed, required, passed] of cases) {
    const shown = `${observed} for ${JSON.stringify(required)}`;
    assertEquals(mustCall(observed, required, true).passed, passed, shown);
  }
});

Deno.test("mustCall() says what is missing before it says that the order is wrong", () => {
  assertEquals(mustCall(["x"], ["a", ["b", "c"]], true), {
    passed: false,
    detail: 'not called: ["a",["b","c"]]; called: ["x"]',
  });
  assertEquals(mustCall(["b", "x", "a"], ["a", "b"], true), {
    passed: false,
    detail: 'called, but not in this order: ["a","b"]; called: ["b","a"]',
  });
  assertEquals(mustCall(["a"], ["a"], true), {
    passed: true,
    detail: "every required call was made",
  });
});

Deno.test("forbiddenCalls() finds decorated names", () => {
  assertEquals(forbiddenCalls(["ops.delete", "read"], ["delete"]), {
    passed: false,
    detail: 'called, though forbidden: ["ops.delete"]',
  });
  assertEquals(forbiddenCalls(["undelete", "Delete"], ["delete"]).passed, true);
  assertEquals(forbiddenCalls(["delete"], []).passed, true);
});

Deno.test("shownList() bounds what others wrote", () => {
  assertEquals(shownList(["x".repeat(1000)]).length, 305);
});

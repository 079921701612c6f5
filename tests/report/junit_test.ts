import { assertEquals, assertNotMatch, assertStringIncludes } from "@std/assert";
import { renderJunit } from "../../lib/report/junit.ts";
import { assertGolden } from "./golden.ts";
import { HOSTILE, hostileReport } from "./hostile.ts";
import { finding, ordinaryReport, report, result } from "./sample.ts";
import { all, type Element, readXml } from "./xml_scanner.ts";

function testcase(root: Element, name: string): Element {
  const found = all(root, "testcase").find((one) => one.attributes.get("name") === name);
  if (found === undefined) throw new Error(`no testcase ${name}`);
  return found;
}

function tallies(element: Element): readonly (string | undefined)[] {
  return ["tests", "failures", "errors", "skipped"].map((key) => element.attributes.get(key));
}

Deno.test("renderJunit() writes the reviewed documents", () => assertGolden("junit"));

Deno.test("renderJunit() counts in every suite and in all", () => {
  const root = readXml(renderJunit(ordinaryReport()));
  assertEquals(root.name, "testsuites");
  // 2 failed; 1 harness error and 2 required that could not run; 1 optional and 2 declared away
  assertEquals(tallies(root), ["10", "2", "3", "3"]);
  assertEquals(root.attributes.get("time"), "3.400");
  assertEquals(
    all(root, "testsuite").map((suite) => [suite.attributes.get("name"), ...tallies(suite)]),
    [
      ["Routes", "2", "0", "1", "0"],
      ["Response", "4", "2", "0", "2"],
      ["Version", "1", "0", "0", "0"],
      ["Reset", "2", "0", "2", "0"],
      ["Request", "1", "0", "0", "1"],
    ],
  );
});

Deno.test("renderJunit() gives each verdict its element", () => {
  const root = readXml(renderJunit(ordinaryReport()));
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["transport.inject-route", []],
    ["transport.json-utf8", ["error"]],
    ["response.tool-calls-present", ["failure"]],
    ["version.unspoken", ["system-out"]],
    ["canary", ["error"]],
    ["request.text-received", ["skipped"]],
    ["response.tool-calls-order", ["skipped"]],
  ];
  for (const [name, elements] of cases) {
    assertEquals(testcase(root, name).children.map((child) => child.name), elements, name);
  }
});

Deno.test("renderJunit() types a failure by its code, an error by its verdict", () => {
  const root = readXml(renderJunit(ordinaryReport()));
  const failure = testcase(root, "response.reply-empty").children[0];
  assertEquals(failure?.attributes.get("type"), "reply-empty");
  assertEquals(failure?.attributes.get("message"), "An answer without error has an empty reply.");
  assertStringIncludes(failure?.text ?? "", '"May be empty only when error is set."');
  assertStringIncludes(failure?.text ?? "", "$ curl -sS -X POST");
  const blocked = testcase(root, "canary").children[0];
  assertEquals(blocked?.attributes.get("type"), "could_not_run");
  const ours = testcase(root, "transport.json-utf8").children[0];
  assertEquals(ours?.attributes.get("type"), "harness_error");
});

Deno.test("renderJunit() says WARNED on a check that passes with a warning", () => {
  const out = testcase(readXml(renderJunit(ordinaryReport())), "version.unspoken").children[0];
  assertEquals(out?.text.startsWith("WARNED: "), true);
});

Deno.test("renderJunit() stays well-formed whatever the target says", () => {
  const text = renderJunit(hostileReport());
  const root = readXml(text);
  assertEquals(
    testcase(root, "hostile.failed").children[0]?.attributes.get("message"),
    "\\x1b[2J]]><script>alert('x' & \"y\")</script>\\x00\\u202egnp\\ud800\n" +
      "::error::100% owned\\r\n#\\x23[error]owned\t\\u{e0041}\\ufffe\\x9b31m\\x7f",
  );
  assertNotMatch(text, /^\s*::/m);
  // The bytes of the file must be those of the text: no lone surrogate may be left for the encoder.
  assertEquals(new TextDecoder().decode(new TextEncoder().encode(text)), text);
});

Deno.test("renderJunit() bounds what a huge answer can do to the file", () => {
  const huge = "h".repeat(200_000);
  const text = renderJunit(report([
    result("a", "failed", { message: huge, findings: [finding({ received: huge, hint: huge })] }),
  ], []));
  assertEquals(text.length < 8000, true);
});

Deno.test("renderJunit() never reads as green where nothing was tested", () => {
  const root = readXml(renderJunit(report([], [], {
    outcome: "NOT REACHABLE",
    exit_code: 3,
    reason: "Nothing listens on 127.0.0.1:8647; nothing was tested.",
  })));
  assertEquals(tallies(root), ["1", "0", "1", "0"]);
  const error = testcase(root, "outcome").children[0];
  assertEquals(error?.name, "error");
  assertEquals(error?.attributes.get("type"), "NOT REACHABLE");
  assertEquals(
    error?.attributes.get("message"),
    "Nothing listens on 127.0.0.1:8647; nothing was tested.",
  );
});

Deno.test("renderJunit() adds no case to a run that conforms or already shows a fault", () => {
  const green = report([result("a", "passed")], [], { outcome: "CONFORMS", exit_code: 0 });
  assertEquals(tallies(readXml(renderJunit(green))), ["1", "0", "0", "0"]);
  const red = report([result("a", "failed")], []);
  assertEquals(tallies(readXml(renderJunit(red))), ["1", "1", "0", "0"]);
});

Deno.test("renderJunit() carries outcome and declarations as properties", () => {
  const suite = all(readXml(renderJunit(ordinaryReport())), "testsuite")[0];
  const properties = new Map(
    all(suite as Element, "property").map((
      p,
    ) => [p.attributes.get("name"), p.attributes.get("value")]),
  );
  assertEquals(properties.get("outcome"), "DOES NOT CONFORM");
  assertEquals(properties.get("declared"), "no-tools");
  assertEquals(properties.get("repeat"), "wt-inject conform http://127.0.0.1:8647");
});

Deno.test("renderJunit() keeps a hostile section name inside its attribute", () => {
  const names = all(readXml(renderJunit(hostileReport())), "testsuite")
    .map((suite) => suite.attributes.get("name"));
  assertEquals(names.length, 2);
  assertEquals(names[1]?.includes("\x1b"), false);
  assertEquals(names[1]?.startsWith("\\x1b[2J]]><script>"), true);
  assertEquals(HOSTILE.startsWith("\x1b[2J]]><script>"), true);
});

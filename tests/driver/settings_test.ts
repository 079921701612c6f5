import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { HttpInject } from "../../lib/driver/http_inject.ts";
import { driverSettings } from "../../lib/driver/settings.ts";

const envOf = (variables: Record<string, string>) => (name: string) => variables[name];

Deno.test("driverSettings() defaults to port 8647 on loopback and 120 seconds", () => {
  const defaults = { baseUrl: "http://127.0.0.1:8647", timeoutS: 120 };
  assertEquals(driverSettings({ env: envOf({}) }), defaults);
  assertEquals(driverSettings({ env: envOf({ WT_INJECT_URL: "" }) }), defaults);
});

Deno.test("driverSettings() reads both variables, and options win over them", () => {
  const env = envOf({ WT_INJECT_URL: "http://a.test:9/x/", WT_INJECT_TIMEOUT_S: "0.5" });
  assertEquals(driverSettings({ env }), { baseUrl: "http://a.test:9/x", timeoutS: 0.5 });
  assertEquals(driverSettings({ env, baseUrl: "https://b.test", timeoutS: 7 }), {
    baseUrl: "https://b.test",
    timeoutS: 7,
  });
});

Deno.test("driverSettings() asks the environment only for what isn't given", () => {
  const asked: string[] = [];
  const env = (name: string) => {
    asked.push(name);
    return undefined;
  };
  driverSettings({ baseUrl: "http://a.test", timeoutS: 1, env });
  assertEquals(asked, []);
  driverSettings({ baseUrl: "http://a.test", env });
  driverSettings({ timeoutS: 1, env });
  assertEquals(asked, ["WT_INJECT_TIMEOUT_S", "WT_INJECT_URL"]);
});

Deno.test("HttpInject() needs no environment when both settings are given", () => {
  // These tests run without --allow-env.
  const driver = new HttpInject({ baseUrl: "http://127.0.0.1:1//", timeoutS: 2 });
  assertEquals([driver.baseUrl, driver.timeoutS], ["http://127.0.0.1:1", 2]);
  assertEquals([driver.exactlyOnce, driver.label], [true, undefined]);
});

Deno.test("driverSettings() names the variable and the URL that can't be used", () => {
  const cases: readonly (readonly [value: string, reason: string])[] = [
    ["127.0.0.1:8647", "it is not an absolute URL"],
    ["/wt", "it is not an absolute URL"],
    ["localhost:8647", "its scheme is localhost: and must be http: or https:"],
    ["ftp://a.test", "its scheme is ftp: and must be http: or https:"],
    ["http://a.test/?x=1", "it can have no ? or #"],
    ["http://a.test/#x", "it can have no ? or #"],
  ];
  for (const [value, reason] of cases) {
    const env = envOf({ WT_INJECT_URL: value });
    const error = assertThrows(() => driverSettings({ env }), UsageError, reason);
    assertStringIncludes(error.message, `Cannot use WT_INJECT_URL "${value}"`);
    assertThrows(
      () => driverSettings({ env, baseUrl: value }),
      UsageError,
      `Cannot use baseUrl "${value}"`,
    );
  }
});

Deno.test("driverSettings() names the variable and the time that can't be used", () => {
  for (const value of ["", "0", "-1", "abc", "nan", "inf", "Infinity", "1_0", "0x10", "1e999"]) {
    assertThrows(
      () => driverSettings({ env: envOf({ WT_INJECT_TIMEOUT_S: value }) }),
      UsageError,
      `Cannot use WT_INJECT_TIMEOUT_S "${value}": it must be a positive number of seconds`,
    );
  }
  for (const value of [0, -1, NaN, Infinity]) {
    assertThrows(
      () => driverSettings({ timeoutS: value, env: envOf({}) }),
      UsageError,
      `Cannot use timeoutS ${value}: it must be a positive number of seconds`,
    );
  }
});

Deno.test("driverSettings() takes decimals as people write them", () => {
  const cases: readonly (readonly [value: string, seconds: number])[] = [
    ["120", 120],
    ["120.0", 120],
    [".5", 0.5],
    ["5.", 5],
    ["1e2", 100],
    [" +3 ", 3],
  ];
  for (const [value, seconds] of cases) {
    assertEquals(
      driverSettings({ env: envOf({ WT_INJECT_TIMEOUT_S: value }) }).timeoutS,
      seconds,
    );
  }
});

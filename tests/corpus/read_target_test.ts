import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { filled } from "../../lib/corpus/live/placeholders.ts";
import { readTarget } from "../../lib/corpus/live/read_target.ts";

const right = {
  name: "x",
  gateway: "http://127.0.0.1:1",
  upstream: { listen: "127.0.0.1:2" },
  paths: { "chat-to-chat": {} },
};
const process = { argv: ["x"] };

Deno.test("readTarget() names the file, the place and the nearest name of every mistake", () => {
  assertEquals(readTarget(JSON.stringify(right), "t.json").name, "x");
  const wrong: readonly (readonly [unknown, string, string?])[] = [
    [{ ...right, proces: {} }, "/proces isn't a key that there is", 'Did you mean "process"?'],
    [{ ...right, paths: { "chat-to-chatt": {} } }, "/paths/chat-to-chatt isn't", '"chat-to-chat"?'],
    [{ ...right, auth: { valu: "x" } }, "/auth/valu isn't a key", 'Did you mean "value"?'],
    [{ ...right, auth: {} }, "/auth must have one of value, file, env, and no more than one"],
    [{ ...right, paths: {} }, "/paths names no way through"],
    [{ ...right, name: undefined }, "/name is missing"],
    [{ ...right, capacity: "x" }, "/capacity must be a number or an object"],
    [{ ...right, capacity: { requests: 0 } }, "/capacity/requests must be 1 or more"],
    [{ ...right, patience: { any_s: 0 } }, "/patience/any_s must be above 0"],
    [{ ...right, headers: { "a b": "c" } }, "/headers/a b isn't a name that can stand there"],
    [{ ...right, headers: { a: "${FOLDER}" } }, "/headers/a names ${FOLDER}, which only a process"],
    [{ ...right, files: {} }, "/files needs a process"],
    [{ ...right, files: { "../x": "" }, process }, "/files/..~1x isn't a name"],
    [{ ...right, gateway: "http://127.0.0.1:0" }, "/gateway needs a process"],
    [{ ...right, gateway: "http://u:p@127.0.0.1:1" }, "/gateway must match"],
    [{ ...right, process: { argv: [] } }, "/process/argv must not be empty"],
    [
      { ...right, process: { argv: ["${UPSTREAM_ULR}"] } },
      "/process/argv/0 has",
      "${UPSTREAM_URL}?",
    ],
    [{ ...right, process: { ...process, restart: "x" } }, '/process/restart must be "never" or'],
    [{ ...right, process: { ...process, ready: { gte: "/" } } }, "/process/ready/gte", '"get"?'],
    [[], "must be an object"],
  ];
  for (const [value, says, hint = ""] of wrong) {
    const error = assertThrows(() => readTarget(JSON.stringify(value), "t.json"), UsageError);
    assertEquals(
      error.message.startsWith(`Cannot use the target t.json: ${says}`),
      true,
      error.message,
    );
    assertEquals(error.hint?.includes(hint), true, error.hint);
  }
  assertThrows(() => readTarget("{", "t.json"), UsageError, "it isn't JSON");
  assertThrows(
    () => readTarget('{"name":"a","name":"b"}', "t.json"),
    UsageError,
    "stands there twice",
  );
});

Deno.test("filled() puts values in their place, and keeps $${ for ${", () => {
  const values = {
    UPSTREAM_URL: "http://u",
    UPSTREAM_HOST: "u",
    UPSTREAM_PORT: "80",
    GATEWAY_URL: "http://g",
    GATEWAY_HOST: "g",
    GATEWAY_PORT: "81",
    FOLDER: "/f$&",
    HERE: "/h",
  };
  assertEquals(
    filled("${UPSTREAM_URL}/v1 ${FOLDER} $${HERE} $x", values),
    "http://u/v1 /f$& ${HERE} $x",
  );
});

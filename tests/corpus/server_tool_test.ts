/**
 * A tool that runs at a client's vendor, and an upstream whose dialect has no such tool: refused, or handed
 * on whole; never without a word.
 */
import { assertEquals } from "@std/assert";
import type { JsonValue } from "../../lib/contract/json.ts";
import type { GatewayPath } from "../../lib/corpus/paths.ts";
import { perDialect } from "../../lib/gateway/mutants/seams.ts";
import { partsWith } from "../../lib/gateway/mutants/mutant.ts";
import { type GatewayParts, gatewayParts } from "../../lib/gateway/parts.ts";
import { accusedOf } from "./gateway_mutants.ts";

const ACROSS: readonly GatewayPath[] = ["messages-to-chat", "messages-to-responses"];

/** A gateway that gives its upstream, in place of the vendor's own tools, what this makes of them. */
function tools(change: (tools: JsonValue[]) => JsonValue[]): () => GatewayParts {
  return () => {
    // A gateway of its own for each cell, with one request.
    let kept: JsonValue[] = [];
    return partsWith({
      readRequest: perDialect((dialect) => (doc, steps) => {
        const body = doc.value as { [key: string]: JsonValue };
        kept = body["tools"] as JsonValue[];
        delete body["tools"];
        return gatewayParts.readRequest[dialect](doc, steps);
      }),
      writeRequest: perDialect((dialect) => (request) => {
        const body = JSON.parse(gatewayParts.writeRequest[dialect](request));
        const given = change(kept);
        return JSON.stringify(given.length === 0 ? body : { ...body, tools: given });
      }),
    });
  };
}

const CASE = "unsupported-input.server-tool";

async function found(make: () => GatewayParts) {
  const accused = await accusedOf(make, ACROSS, [CASE]);
  return accused.map(({ path, verdict, codes }) => [path, verdict, ...codes]);
}

Deno.test("a server tool that is handed on whole is warned of, and no more", async () => {
  assertEquals(await found(tools((all) => all)), [
    ["messages-to-chat", "warned"],
    ["messages-to-responses", "warned"],
  ]);
});

Deno.test("a server tool that is dropped, or loses what it is, fails", async () => {
  assertEquals(await found(tools(() => [])), [
    ["messages-to-chat", "failed", "member-missing"],
    ["messages-to-responses", "failed", "member-missing"],
  ]);
  assertEquals(await found(tools(() => [{ name: "web_fetch" }])), [
    ["messages-to-chat", "failed", "member-changed"],
    ["messages-to-responses", "failed", "member-changed"],
  ]);
});

Deno.test("a hosted tool of Responses is refused, or it fails", async () => {
  const paths = ["responses-to-chat", "responses-to-messages"];
  const accused = await accusedOf(tools((all) => all), paths, ["unsupported-input.hosted-tool"]);
  assertEquals(accused.map(({ path, verdict }) => [path, verdict]), [
    ["responses-to-chat", "failed"],
    ["responses-to-messages", "failed"],
  ]);
});

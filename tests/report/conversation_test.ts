import { assertEquals, assertStringIncludes } from "@std/assert";
import { markNonces } from "../../lib/report/text_conversation.ts";
import { renderText } from "../../lib/report/text.ts";
import { renderJunit } from "../../lib/report/junit.ts";
import { exchange, finding, report, result } from "./sample.ts";

const NONCE = "0c7c2a1e-6c1b-4d0f-8f0e-3f1a2b4c5d6e";

Deno.test("markNonces() marks every spelling of a nonce, and nothing else", () => {
  const other = "1d8c2a1e-6c1b-4d0f-8f0e-3f1a2b4c5d6e";
  assertEquals(
    markNonces(`code ${NONCE}, not ${other}`, [NONCE]),
    `code «${NONCE}», not ${other}`,
  );
  const flat = NONCE.replaceAll("-", "").toUpperCase();
  assertEquals(markNonces(`(${flat})`, [NONCE]), `(«${flat}»)`);
  assertEquals(markNonces("nothing here", [NONCE]), "nothing here");
  assertEquals(markNonces("a nonce that is no UUID", ["a"]), "a nonce that is no UUID");
});

function canaryReport() {
  const turn = (session: string, said: string, reply: string) => ({
    turn: { session, said, reply, calls: ["client_lookup"] },
  });
  return report(
    [result("conformance.canary", "failed", {
      kind: "cooperative",
      findings: [finding({ exchanges: ["m1", "m3"] })],
      exchanges: ["m1", "m2", "m3"],
    })],
    [
      exchange("m1", {
        purpose: "session A is told a nonce",
        ...turn("s-1", `Remember ${NONCE}`, "Noted."),
      }),
      exchange("m2", { purpose: "the reset" }),
      exchange("m3", {
        purpose: "session B is asked",
        ...turn("s-2", "What was it?", `It was ${NONCE}.`),
      }),
    ],
    { nonces: [NONCE] },
  );
}

Deno.test("renderText() tells a cooperative check's conversation with its nonces marked", () => {
  const text = renderText(canaryReport());
  assertStringIncludes(text, "    A > Remember «0c7c2a1e-6c1b-4d0f-8f0e-3f1a2b4c5d6e»\n");
  assertStringIncludes(text, "    A < Noted. [calls: client_lookup] (m1)\n");
  assertStringIncludes(text, "    -- the reset: HTTP 200 (m2)\n");
  assertStringIncludes(text, "    B > What was it?\n");
  assertStringIncludes(text, "    B < It was «0c7c2a1e-6c1b-4d0f-8f0e-3f1a2b4c5d6e».");
});

Deno.test("renderJunit() carries the conversation inside the failure", () => {
  assertStringIncludes(renderJunit(canaryReport()), "B &lt; It was «0c7c2a1e");
});

Deno.test("renderText() puts the canary's own words in place of the outcome", () => {
  const text = renderText({ ...canaryReport(), command: "canary", headline: "LEAK PROVEN" });
  assertStringIncludes(text, "\nLEAK PROVEN: ");
});

import { assertEquals } from "@std/assert";
import { judgeEmptyTexts } from "../../lib/corpus/judge_texts.ts";
import type { GatewayPath } from "../../lib/corpus/paths.ts";
import type { Play } from "../../lib/corpus/play.ts";
import type { Part, Turn } from "../../lib/corpus/transcript.ts";
import { call, collector, inShort, type Told } from "./comparing.ts";

/** What is found in a play of one exchange. */
function found(path: GatewayPath, turns: readonly Turn[], answer: readonly Part[]) {
  const exchange = {
    attempts: [{ transcript: { turns } }, { transcript: undefined }],
    client: { answer: { parts: answer } },
  };
  const differences = collector();
  judgeEmptyTexts({ path, exchanges: [exchange] } as unknown as Play, differences);
  return inShort(differences);
}

const EMPTY: readonly Part[] = [call("a"), { text: "" }];
const SENT: readonly Turn[] = [{ role: "assistant", parts: EMPTY }];

Deno.test("judgeEmptyTexts() finds a text of nothing made for a Messages upstream's assistant", () => {
  const place: Told = [["empty-text", "failed", "/exchanges/0/upstream/0/turns/0/parts/1"]];
  assertEquals(found("chat-to-messages", SENT, []), place);
  assertEquals(found("responses-to-messages", SENT, []), place);
  const white: readonly Turn[] = [{ role: "assistant", parts: [call("a"), { text: " \n" }] }];
  assertEquals(found("chat-to-messages", white, []), place);
});

Deno.test("judgeEmptyTexts() finds one made for a Messages client", () => {
  const place: Told = [["empty-text", "failed", "/exchanges/0/answer/parts/1"]];
  assertEquals(found("messages-to-chat", [], EMPTY), place);
  assertEquals(found("messages-to-responses", [], EMPTY), place);
});

Deno.test("judgeEmptyTexts() says nothing of other dialects, of a relay, and of what users say", () => {
  for (const path of ["chat-to-responses", "responses-to-chat", "messages-to-messages"] as const) {
    assertEquals(found(path, SENT, EMPTY), []);
  }
  assertEquals(found("messages-to-chat", SENT, []), []);
  assertEquals(found("chat-to-messages", [], EMPTY), []);
  const user: readonly Turn[] = [
    { role: "user", parts: [{ text: "" }] },
    { role: "assistant", parts: [{ text: "a" }, call("a")] },
  ];
  assertEquals(found("chat-to-messages", user, []), []);
});

/**
 * Texts that nobody said: Messages takes no block of text with nothing in it.
 *
 * @module
 */
import { ABSENT, type Differences, word } from "./difference.ts";
import { endsOf } from "./paths.ts";
import type { Play } from "./play.ts";
import type { Part } from "./transcript.ts";

/**
 * No text of nothing, or of white space, is made out of another dialect's null or `""`
 * (spec/dialects.md 4.2 "empty/whitespace-only assistant text omitted", 4.3 "text block iff non-empty").
 * A relay hands on what it got.
 */
export function judgeEmptyTexts({ path, exchanges }: Play, differences: Differences): void {
  const ends = endsOf(path)!;
  if (ends.client === ends.upstream) return;
  const judge = (parts: readonly Part[], pointer: string) => {
    const index = parts.findIndex((part) => "text" in part && part.text.trim() === "");
    if (index < 0) return;
    differences.add({
      subject: "text",
      code: "empty-text",
      pointer: `${pointer}/parts/${index}`,
      expected: ABSENT,
      received: word("empty-text"),
    });
  };
  for (const [index, { attempts, client }] of exchanges.entries()) {
    const pointer = `/exchanges/${index}`;
    if (ends.client === "messages") judge(client.answer.parts, `${pointer}/answer`);
    if (ends.upstream !== "messages") continue;
    for (const [attempt, { transcript }] of attempts.entries()) {
      for (const [turn, { role, parts }] of transcript?.turns.entries() ?? []) {
        if (role === "assistant") judge(parts, `${pointer}/upstream/${attempt}/turns/${turn}`);
      }
    }
  }
}

import { assertEquals } from "@std/assert";
import { intentOf } from "../../lib/agent/prompts.ts";

const NONCE = "7b1d0c9e-52a4-4f3b-9c61-0d2f8a6e4b17";

const RECALLS = [
  "What did I just tell you?",
  "what have i told you so far",
  "Repeat the code.",
  "Please repeat the code I gave you, exactly.",
  "Which code did I ask you to remember?",
  "What was the code that I gave you? Answer with the code alone.",
  "Do you remember the secret?",
  "Tell me the identifier I mentioned earlier.",
  "Reply with everything that I asked you to remember.",
  "Say again what I told you.",
];
const SEEDS = [
  `Please remember this: ${NONCE}`,
  "Please remember this: the gate code",
  `Remember the code ${NONCE}. I will ask you to repeat the code later.`,
  `The reference is ${NONCE.replaceAll("-", "")}.`,
  `Do you remember the code ${NONCE}?`,
  "Keep in mind that the dock is closed.",
];
const OTHERS = [
  "Good morning. What can you help me with?",
  "Hello",
  "",
  "Which client ordered the misrouted pallet",
  "x".repeat(100_000),
  "What did I just tell you? ".repeat(1_000),
];

Deno.test("intentOf() takes questions after what was said for a recall", () => {
  for (const text of RECALLS) assertEquals([text, intentOf(text).kind], [text, "recall"]);
});

Deno.test("intentOf() takes what is to be kept, or holds a nonce, for something told", () => {
  for (const text of SEEDS) assertEquals([text, intentOf(text).kind], [text, "remember"]);
});

Deno.test("intentOf() takes all else for small talk", () => {
  for (const text of OTHERS) {
    assertEquals([text.slice(0, 50), intentOf(text).kind], [text.slice(0, 50), "other"]);
  }
});

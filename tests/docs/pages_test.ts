import { assertEquals, assertThrows } from "@std/assert";
import { anchorsOf, commandsOf, linksOf, pageOf } from "./pages.ts";

const PAGE = [
  "# One `word` & more",
  "## One word",
  "## One word",
  "See [a](b.md#c), ![p](p.png) and `[no](link)`; <https://e.example/x>.",
  "[ref]: https://r.example/",
  "1. a list",
  "   ```sh",
  "   wt-inject list # all of it",
  "   wt-inject \\",
  "     version",
  "   ```",
  "```",
  "[not](a-link)",
  "```",
  "",
].join("\n");

Deno.test("pageOf() has the blocks, with where they begin, and without a list's indent", () => {
  const { blocks } = pageOf("a.md", PAGE);
  assertEquals(blocks.map(({ line, language }) => [line, language]), [[8, "sh"], [13, ""]]);
  assertEquals(commandsOf(blocks[0]!), ["wt-inject list", "wt-inject version"]);
});

Deno.test("pageOf() refuses a block that doesn't end", () => {
  assertThrows(() => pageOf("a.md", "```sh\nls\n"), Error, "a.md:2");
});

Deno.test("anchorsOf() counts the headings that are alike", () => {
  assertEquals([...anchorsOf(pageOf("a.md", PAGE))], ["one-word--more", "one-word", "one-word-1"]);
});

Deno.test("linksOf() sees links and pictures, and none in code", () => {
  const links = linksOf(pageOf("a.md", PAGE));
  assertEquals(links.map(({ line, target }) => [line, target]), [
    [4, "b.md#c"],
    [4, "p.png"],
    [5, "https://r.example/"],
    [4, "https://e.example/x"],
  ]);
});

import { assertEquals, assertThrows } from "@std/assert";
import { all, readXml } from "./xml_scanner.ts";

const START = '<?xml version="1.0" encoding="UTF-8"?>\n';

Deno.test("readXml() reads elements, attributes and entities", () => {
  const root = readXml(`${START}<a x="1&#10;2"><b/>t &amp; &lt;<b y="&quot;"></b></a>\n`);
  assertEquals(root.attributes.get("x"), "1\n2");
  assertEquals(root.text, "t & <");
  assertEquals(all(root, "b").map((b) => b.attributes.get("y")), [undefined, '"']);
});

Deno.test("readXml() reads a raw line feed in an attribute as a space", () => {
  assertEquals(readXml(`${START}<a x="1\n2"/>`).attributes.get("x"), "1 2");
});

Deno.test("readXml() refuses what isn't well-formed", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["<a>", "not closed"],
    ["<a></b>", "closes"],
    ["<a/><b/>", "second root"],
    ["<a/>x", "outside the root"],
    ["<a>]]></a>", "]]>"],
    ["<a>&nbsp;</a>", "unknown entity"],
    ["<a>AT&T</a>", "bare ampersand"],
    ["<a>&#0;</a>", "forbidden"],
    ["<a>&#xFFFE;</a>", "forbidden"],
    ["<a>\x1b</a>", "forbidden character"],
    ["<a>\uD800</a>", "forbidden character"],
    ["<a>\uFFFF</a>", "forbidden character"],
    ['<a x="<"/>', "a value without <"],
    ['<a x="1" x="2"/>', "twice"],
    ['<a x="1"y="2"/>', "> or />"],
    ["<a x=1/>", "a value"],
    ["<a><![CDATA[x]]></a>", "a name"],
    ["", "no root"],
  ];
  for (const [document, words] of cases) {
    assertThrows(() => readXml(START + document), SyntaxError, words);
  }
});

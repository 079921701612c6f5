import {
  assert,
  assertEquals,
  assertMatch,
  assertNotMatch,
  assertStringIncludes,
} from "@std/assert";
import { renderReport } from "../../lib/report/formats.ts";
import { assertGolden } from "../report/golden.ts";
import { HOSTILE, hostileReport, HUGE } from "../report/hostile.ts";
import { exchange, finding, ordinaryReport, report, result } from "../report/sample.ts";

const page = (one = ordinaryReport()) => renderReport("html", one);

/** The inside of each element of a name. */
function insides(text: string, name: string): readonly string[] {
  return [...text.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^]*?)</${name}>`, "g"))]
    .map(([, inside]) => inside!);
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

Deno.test("renderHtml() writes the reviewed pages", () => assertGolden("html"));

Deno.test("renderHtml() allows its own style and script, word for word, and nothing else", async () => {
  const text = await page();
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1];
  const [style] = insides(text, "style");
  const [, script] = insides(text, "script");
  assertEquals(
    policy,
    `default-src 'none'; script-src ${await hashOf(script!)}; style-src ${await hashOf(style!)}; ` +
      "base-uri 'none'; form-action 'none'",
  );
  assertEquals(insides(text, "script").length, 2);
  assertEquals(insides(text, "style").length, 1);
});

Deno.test("renderHtml() names nothing that a browser would load, and has no style or handler in an attribute", async () => {
  for (const one of [ordinaryReport(), hostileReport()]) {
    const markup = (await page(one)).replace(/<style>[^]*?<\/style>/, "")
      .replaceAll(/<script[^]*?<\/script>/g, "");
    assertNotMatch(
      markup,
      /<(?:img|link|iframe|object|embed|audio|video|source|base|svg|input [^>]*type="image)\b/i,
    );
    for (const [tag] of markup.matchAll(/<[a-z][^<]*?>/gi)) {
      const bare = tag.replaceAll(/"[^"]*"/g, '""');
      assertNotMatch(bare, /\s(?:style|src|srcset|on[a-z]+|action|formaction|ping)=/i, tag);
    }
    for (const [, href] of markup.matchAll(/href="([^"]*)"/g)) assertMatch(href!, /^#/);
  }
});

Deno.test("renderHtml() lets no text out of its element, and shows what can't be seen", async () => {
  const text = await page(hostileReport());
  assertNotMatch(text, /<script>alert/);
  // deno-lint-ignore no-control-regex -- they are what is looked for
  assertNotMatch(text, /[\x00-\x08\x0b-\x1f\x7f-\x9f\p{Cf}\u2028\u2029\p{Cs}]|##\[|^\s*::/mu);
  assertStringIncludes(text, '<i class="esc">\\u202e</i>gnp');
  assertStringIncludes(text, '<i class="esc">\\x1b</i>[2J]]&gt;&lt;script&gt;alert(&#39;x&#39;');
});

Deno.test("renderHtml() embeds the exchanges so that nothing in them ends the block", async () => {
  const [data] = insides(await page(hostileReport()), "script");
  assertNotMatch(data!, /[<>&]/);
  assertEquals(JSON.parse(data!), JSON.parse(JSON.stringify(hostileReport().exchanges)));
});

Deno.test("renderHtml() carries in its markup all that a reader without a script needs", async () => {
  const text = await page();
  for (
    const part of [
      '<h1 id="verdict" tabindex="-1">DOES NOT CONFORM</h1>',
      '<p class="reason">2 required checks failed.</p>',
      "tool_calls — required even when empty.",
      '<dd class="expected">an array, even when no tool was called</dd>',
      '<dd class="received">no such key</dd>',
      "<code>/tool_calls</code>",
      "wt-inject explain response.tool-calls-present",
      "curl -sS -X POST http://127.0.0.1:8647/wt/inject",
      "POST /wt/inject, 15 bytes",
      "The agent did not recall what it was told before the reset.",
      "Declared: this agent has no tools.",
      "Bodies of surfaces are withheld.",
    ]
  ) assertStringIncludes(text, part);
});

Deno.test("renderHtml() has each id once, and each link and label leads to one", async () => {
  for (const one of [ordinaryReport(), hostileReport()]) {
    const text = await page(one);
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);
    assertEquals(ids.length, new Set(ids).size);
    const named = [...text.matchAll(/(?:href="#|aria-labelledby=")([^"]*)"/g)].map(([, id]) => id!);
    for (const id of named) assert(ids.includes(id), id);
  }
});

Deno.test("renderHtml() steps through headings one level at a time", async () => {
  const levels = [...(await page()).matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  assertEquals(levels[0], 1);
  levels.forEach((level, at) => assert(at === 0 || level <= levels[at - 1]! + 1));
});

Deno.test("renderHtml() bounds what one huge answer adds to the markup", async () => {
  const huge = report(
    [result("a", "failed", { message: HUGE, findings: [finding({ received: HUGE, hint: HUGE })] })],
    [exchange("x2", { raw: { text: HUGE, size: 100_002, truncated: false } })],
  );
  const text = await page(huge);
  const [data] = insides(text, "script");
  assert(text.length - data!.length < 60_000, String(text.length - data!.length));
});

Deno.test("renderHtml() says of many findings how many it doesn't tell", async () => {
  const findings = Array.from({ length: 20 }, () => finding({ exchanges: [] }));
  const text = await page(report([result("a", "failed", { findings })], []));
  assertEquals(text.split('<div class="finding">').length - 1, 8);
  assertStringIncludes(text, "12 more findings");
});

Deno.test("renderHtml() draws an exchange once, and leads back to it", async () => {
  const cites = { findings: [finding({ exchanges: ["x2"] })] };
  const results = ["a", "b"].map((id) => result(id, "failed", cites));
  const text = await page(report(results, [exchange("x2")]));
  assertEquals(text.split('<figure class="seq').length - 1, 1);
  assertStringIncludes(text, 'Drawn above: <a href="#r-a"><code>x2</code></a>');
});

Deno.test("renderHtml() makes a name of any id, one for each", async () => {
  const ids = [HOSTILE, "a b", "a~20b", "a.b"];
  const results = ids.map((id) => result(id, "failed"));
  const text = await page(report(results, []));
  const names = [...text.matchAll(/<article [^>]*? id="([^"]*)"/g)].map(([, id]) => id!);
  assertEquals(new Set(names).size, 4);
  for (const name of names) assertMatch(name, /^r-[A-Za-z0-9._~-]+$/);
});

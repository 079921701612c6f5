import { assertEquals } from "@std/assert";
import { allPages, anchorsOf, linksOf, ROOT } from "./pages.ts";

const PAGES = await allPages();

/** All that the pages point at outside: https, and listed here, so that none comes by itself. */
const OUTSIDE: readonly RegExp[] = [];

const folderOf = (path: string): string => path.replace(/\/?[^/]*$/, "");

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(new URL(path, ROOT)).then(() => true, () => false);
}

Deno.test("every link leads to a page, an anchor or a file that is there", async () => {
  const broken: string[] = [];
  for (const page of PAGES) {
    for (const { target, line } of linksOf(page)) {
      const [path = "", anchor] = target.split("#");
      if (/^[a-z]+:/.test(target)) continue;
      const url = path === "" ? new URL(page.path, ROOT) : new URL(path, new URL(page.path, ROOT));
      const inside = decodeURIComponent(url.href.slice(ROOT.href.length));
      const where = `${page.path}:${line}: ${target}`;
      if (!url.href.startsWith(ROOT.href)) broken.push(`${where} leads out of the project`);
      else if (!await exists(inside)) broken.push(`${where} isn't there`);
      else if (anchor !== undefined) {
        const other = PAGES.find(({ path }) => path === inside);
        if (other === undefined) broken.push(`${where} has an anchor, and is no page`);
        else if (!anchorsOf(other).has(anchor)) broken.push(`${where} has no such heading`);
      }
    }
  }
  assertEquals(broken, []);
});

Deno.test("links that lead outside are https, and listed", () => {
  const outside = PAGES.flatMap(linksOf).filter(({ target }) => /^[a-z]+:/.test(target));
  const unlisted = outside.filter(({ target }) =>
    !target.startsWith("https://") || !OUTSIDE.some((one) => one.test(target))
  );
  assertEquals(unlisted.map(({ page, line, target }) => `${page}:${line}: ${target}`), []);
  for (const one of OUTSIDE) {
    assertEquals(outside.some(({ target }) => one.test(target)), true, `${one} is used nowhere`);
  }
});

Deno.test("every page of docs/ can be reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const path of reached) {
    const page = PAGES.find((one) => one.path === path);
    for (const { target } of page === undefined ? [] : linksOf(page)) {
      if (/^[a-z]+:/.test(target)) continue;
      const url = new URL(target.split("#")[0] || path, new URL(path, ROOT));
      const inside = url.href.slice(ROOT.href.length).replace(/\/$/, "");
      reached.add(inside);
      // A folder shows its pages.
      for (const one of PAGES) if (folderOf(one.path) === inside) reached.add(one.path);
    }
  }
  const lost = PAGES.map(({ path }) => path).filter((path) => !reached.has(path));
  assertEquals(lost.filter((path) => path !== "CHANGELOG.md"), []);
});

Deno.test("no page has a block without a language, so that each is checked for what it is", () => {
  const bare = PAGES.flatMap(({ blocks }) => blocks).filter(({ language, page }) =>
    language === "" && !page.startsWith("docs/results/")
  );
  assertEquals(bare.map(({ page, line }) => `${page}:${line}`), []);
});

import { assertEquals, assertNotEquals } from "@std/assert";
import { canonicalBytes, digestOf, identityOf, sha256 } from "../../lib/corpus/digest.ts";

const utf8 = new TextEncoder();

/** Out of order on purpose, in its keys and in its files. */
const MANIFEST = {
  schema: "s/v1",
  content_sha256: "left out",
  limit: 9007199254740991,
  cases: [{
    id: 'a "quoted" one',
    fixture: "fixtures/a.json",
    expected_fixture: "expected/a.json",
  }],
};

const files = (table: Record<string, string>): ReadonlyMap<string, Uint8Array> =>
  new Map(Object.entries(table).map(([path, text]) => [path, utf8.encode(text)]));

const GOLDEN_FILES = { "fixtures/a.json": "23", "expected/a.json": "1" };

/** Written by hand: RFC 8785, with hashes as sha256sum gives them. */
const GOLDEN_TEXT = '{"fixtures":[{"path":"expected/a.json","sha256":' +
  '"6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b","size_bytes":1},' +
  '{"path":"fixtures/a.json","sha256":' +
  '"535fa30d7e25dd8a49f1536779734ec8286108d115da5045d77f3b4185d8f790","size_bytes":2}],' +
  '"manifest":{"cases":[{"expected_fixture":"expected/a.json","fixture":"fixtures/a.json",' +
  '"id":"a \\"quoted\\" one"}],"limit":9007199254740991,"schema":"s/v1"}}';

/** What sha256sum says of that text. */
const GOLDEN_DIGEST = "3c2c770a470529db0bef58104674c15de505844d2f7485f5ad3e2c56d724a5e6";

const digest = async (
  table: Record<string, string>,
  manifest: Record<string, unknown> = MANIFEST,
) => await digestOf(await identityOf(manifest, files(table)));

Deno.test("digestOf() gives the golden digest, over the golden bytes", async () => {
  const identity = await identityOf(MANIFEST, files(GOLDEN_FILES));
  assertEquals(new TextDecoder().decode(canonicalBytes(identity)), GOLDEN_TEXT);
  assertEquals(await sha256(utf8.encode(GOLDEN_TEXT)), GOLDEN_DIGEST);
  assertEquals(await digestOf(identity), GOLDEN_DIGEST);
});

Deno.test("digestOf() tells file boundaries apart where the bytes in a row are the same", async () => {
  // "fixtures containing 1 and 23 must have a different identity from fixtures containing 12 and 3"
  const one = await digest({ "expected/a.json": "1", "fixtures/a.json": "23" });
  const other = await digest({ "expected/a.json": "12", "fixtures/a.json": "3" });
  assertEquals(one, GOLDEN_DIGEST);
  assertNotEquals(other, one);
  assertNotEquals(await digest({ "expected/a.json": "123", "fixtures/a.json": "" }), one);
  assertNotEquals(await digest({ "expected/a.json": "23", "fixtures/a.json": "1" }), one);
});

Deno.test("digestOf() tells a renamed file apart, its bytes the same", async () => {
  const renamed = await digest({ "expected/a.json": "1", "fixtures/b.json": "23" });
  assertNotEquals(renamed, GOLDEN_DIGEST);
  assertNotEquals(await digest({ "expected/a.json": "1", "fixtures/A.json": "23" }), GOLDEN_DIGEST);
});

Deno.test("digestOf() tells a changed byte of any file apart, and one of the manifest", async () => {
  const seen = new Set([GOLDEN_DIGEST]);
  const changed = [
    await digest({ ...GOLDEN_FILES, "fixtures/a.json": "22" }),
    await digest({ ...GOLDEN_FILES, "fixtures/a.json": "23\n" }),
    await digest({ ...GOLDEN_FILES, "expected/a.json": "0" }),
    await digest(GOLDEN_FILES, { ...MANIFEST, schema: "s/v2" }),
    await digest(GOLDEN_FILES, { ...MANIFEST, more: true }),
    await digest({ ...GOLDEN_FILES, "expected/b.json": "1" }),
  ];
  for (const one of changed) seen.add(one);
  assertEquals(seen.size, changed.length + 1);
});

Deno.test("digestOf() takes no notice of the order of keys and files, nor of the old digest", async () => {
  const { cases, ...rest } = MANIFEST;
  const reordered = { cases, ...rest, content_sha256: "f".repeat(64) };
  const files = { "expected/a.json": "1", "fixtures/a.json": "23" };
  assertEquals(await digest(files, reordered), GOLDEN_DIGEST);
});

Deno.test("identityOf() sorts paths by code units, as every language does with ASCII", async () => {
  const { fixtures } = await identityOf(
    {},
    files({ "b.json": "", "a_.json": "", "B.json": "", "a-.json": "" }),
  );
  assertEquals(fixtures.map(({ path }) => path), ["B.json", "a-.json", "a_.json", "b.json"]);
});

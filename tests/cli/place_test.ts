import { assertEquals, assertRejects } from "@std/assert";
import { appendTo, localDisk, StoreFailed } from "../../lib/run/store.ts";
import { isFileAt, placeOf } from "../../lib/wire/place.ts";
import { inFolder } from "./subprocess.ts";

const slashed = (path: string) => path.replaceAll("\\", "/");

Deno.test("placeOf() is one place for all spellings, of what isn't there yet, too", async () => {
  await inFolder(async (given) => {
    const folder = slashed(await Deno.realPath(given));
    await Deno.mkdir(`${folder}/a`);
    await Deno.writeTextFile(`${folder}/a/f`, "");
    await Deno.symlink(`${folder}/a`, `${folder}/link`);
    for (const path of ["a/f", "a/../a/f", "./a//f", "link/f"]) {
      assertEquals(placeOf(`${folder}/${path}`), `${folder}/a/f`, path);
    }
    for (const path of ["a/new", "link/new"]) {
      assertEquals(placeOf(`${folder}/${path}`), `${folder}/a/new`, path);
    }
    assertEquals(placeOf(`${folder}/no/such/place`), `${folder}/no/such/place`);
    assertEquals(placeOf(`${folder}/a/`), `${folder}/a`);
    assertEquals(placeOf(`${folder}/new/../a/./x`), `${folder}/a/x`, "as when new is made");
    if (Deno.build.os !== "windows") {
      assertEquals(
        placeOf(`${folder}/a:/x`),
        `${folder}/a:/x`,
        "a colon is a letter like any other",
      );
    }
    assertEquals(placeOf("no-such-name"), `${slashed(await Deno.realPath("."))}/no-such-name`);
    assertEquals(placeOf(""), slashed(await Deno.realPath(".")));
    assertEquals(isFileAt(`${folder}/link/f`, `${folder}/a/f`), true);
    assertEquals(isFileAt(`${folder}/link`, `${folder}/a`), false, "a folder is no file");
    assertEquals(isFileAt("", folder), false);
  });
});

Deno.test({
  name: "placeOf() knows the root, and what stands right below it",
  ignore: Deno.build.os === "windows",
  fn() {
    assertEquals([placeOf("/"), placeOf("/no-such-name"), placeOf("//no/such")], [
      "",
      "/no-such-name",
      "/no/such",
    ]);
  },
});

Deno.test({
  name: "placeOf() asks for no permission, and ends without one",
  permissions: { read: false },
  fn() {
    for (const path of ["a", "/a", "/", "", "a/b/c", "/tmp/../x"]) {
      assertEquals(placeOf(path), undefined, path);
    }
  },
});

Deno.test({
  name: "localDisk.append() waits for no pipe's reader",
  ignore: Deno.build.os === "windows",
  async fn() {
    await inFolder(async (folder) => {
      await new Deno.Command("mkfifo", { args: [`${folder}/l`] }).output();
      await assertRejects(
        () => appendTo(localDisk, `${folder}/l`, "x"),
        StoreFailed,
        "no plain file",
      );
      await appendTo(localDisk, `${folder}/plain`, "x");
      assertEquals(await Deno.readTextFile(`${folder}/plain`), "x");
    });
  },
});

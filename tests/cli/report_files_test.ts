import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { openLineFile, prepareFile, reportTargets } from "../../lib/cli/report_files.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { inFolder } from "./subprocess.ts";

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("reportTargets() splits at the first equals sign", () => {
  assertEquals(reportTargets(["json=a=b.json", "text=/tmp/x"], ["json", "text"]), [
    { format: "json", path: "a=b.json" },
    { format: "text", path: "/tmp/x" },
  ]);
});

Deno.test("reportTargets() refuses what it can't use", () => {
  const cases: readonly (readonly [values: readonly string[], says: string])[] = [
    [["a.json"], "Cannot use --report a.json: it isn't FORMAT=PATH"],
    [["=a"], "it isn't FORMAT=PATH"],
    [["json="], "it isn't FORMAT=PATH"],
    [["jsn=a"], "Cannot use --report jsn=a: there is no format jsn"],
    [["json=a", "text=a"], "Cannot use --report text=a: a is given twice"],
  ];
  for (const [values, says] of cases) {
    const error = assertThrows(() => reportTargets(values, ["json", "text"]), UsageError);
    assertStringIncludes(error.message, says);
  }
});

Deno.test("prepareFile() leaves the old file alone until the new one is whole", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/report.json`;
    await Deno.writeTextFile(path, "old");
    const file = await prepareFile(path);
    assertEquals(await Deno.readTextFile(path), "old");
    assertEquals(names(folder).length, 2);
    await file.commit("new");
    assertEquals(await Deno.readTextFile(path), "new");
    assertEquals(names(folder), ["report.json"]);
    file.discard();
    assertEquals(names(folder), ["report.json"]);
  });
});

Deno.test("prepareFile() leaves nothing behind when it is given up", async () => {
  await inFolder(async (folder) => {
    const file = await prepareFile(`${folder}/report.json`);
    file.discard();
    file.discard();
    assertEquals(names(folder), []);
  });
});

Deno.test("prepareFile() writes through a link, and keeps the link", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/real`, "old");
    await Deno.symlink(`${folder}/real`, `${folder}/link`);
    await (await prepareFile(`${folder}/link`)).commit("new");
    assertEquals(await Deno.readTextFile(`${folder}/real`), "new");
    assert((await Deno.lstat(`${folder}/link`)).isSymlink);
  });
});

Deno.test("prepareFile() finds out at once what can't be written", async () => {
  await inFolder(async (folder) => {
    const cases: readonly (readonly [path: string, says: string])[] = [
      [folder, "it is a folder"],
      [`${folder}/none/report.json`, "its folder doesn't exist"],
    ];
    for (const [path, says] of cases) {
      const error = await assertRejects(() => prepareFile(path), UsageError);
      assertEquals(error.message, `Cannot write ${path}: ${says}`);
    }
    assertEquals(names(folder), []);
  });
});

Deno.test({
  name: "prepareFile() writes to a device in place",
  ignore: Deno.build.os === "windows",
  async fn() {
    const file = await prepareFile("/dev/null");
    await file.commit("gone");
    assert((await Deno.stat("/dev/null")).isCharDevice);
  },
});

Deno.test("openLineFile() keeps the old file until the first line, for its owner alone", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/wire.ndjson`;
    await Deno.writeTextFile(path, "a much longer old text\n");
    await Deno.chmod(path, 0o644);
    const file = openLineFile(path);
    assertEquals(await Deno.readTextFile(path), "a much longer old text\n");
    file.write("one\n");
    file.write("two\n");
    assertEquals(await Deno.readTextFile(path), "one\ntwo\n");
    file.close();
    assertEquals(file.fault, undefined);
    assertEquals((await Deno.stat(path)).mode! & 0o777, 0o600);
  });
});

Deno.test("openLineFile() makes a file for its owner alone, and none where nothing is written", async () => {
  await inFolder((folder) => {
    const used = openLineFile(`${folder}/used`);
    used.write("x\n");
    used.close();
    assertEquals(Deno.statSync(`${folder}/used`).mode! & 0o777, 0o600);
    openLineFile(`${folder}/unused`).close();
    assertEquals(names(folder), ["used"]);
    const error = assertThrows(() => openLineFile(`${folder}/none/x`), UsageError);
    assertStringIncludes(error.message, "its folder doesn't exist");
    return Promise.resolve();
  });
});

Deno.test("openLineFile() doesn't stop a run that it can't follow, and says what is wrong", async () => {
  await inFolder((folder) => {
    const file = openLineFile(`${folder}/x`);
    file.write("one\n");
    file.close();
    file.write("two\n");
    file.write("three\n");
    assertStringIncludes(file.fault ?? "", "Bad resource");
    return Promise.resolve();
  });
});

import { assert, assertEquals, assertRejects } from "@std/assert";
import { appendTo, replaceFile, StoreFailed, storeRun } from "../../lib/run/store.ts";
import { memoryDisk } from "./support.ts";

const PARTS = [
  { ending: ".score.json", text: "score" },
  { ending: ".json", text: "trace" },
];

/** Steps without the random part of temporary names. */
function plain(steps: readonly string[]): readonly string[] {
  return steps.map((step) => step.replace(/\.[0-9a-f]{8}\.tmp$/, ".TMP"));
}

Deno.test("storeRun() writes each file beside its place, renames it, and the trace last", async () => {
  const disk = memoryDisk();
  await storeRun(disk, "runs/a", "x", PARTS);
  assertEquals(plain(disk.steps), [
    "mkdir runs/a",
    "write runs/a/x.score.json.TMP",
    "rename runs/a/x.score.json",
    "write runs/a/x.json.TMP",
    "rename runs/a/x.json",
    "settle runs/a",
  ]);
  assertEquals(Object.fromEntries(disk.files), {
    "runs/a/x.score.json": "score",
    "runs/a/x.json": "trace",
  });
});

Deno.test("storeRun() leaves no part of a file, wherever a full disk stops it", async () => {
  for (
    const fatal of ["mkdir", "write runs/a/x.score", "rename runs/a/x.score", "write runs/a/x.json"]
  ) {
    const disk = memoryDisk((step) => {
      if (step.startsWith(fatal)) {
        throw new Error("No space left on device (os error 28): open 'x'");
      }
    });
    const error = await assertRejects(() => storeRun(disk, "runs/a", "x", PARTS), StoreFailed);
    assert(
      /^Cannot write runs\/a.*: No space left on device \(os error 28\)$/.test(error.message),
      error.message,
    );
    assertEquals(
      [...disk.files.keys()].filter((path) => path !== "runs/a/x.score.json"),
      [],
      fatal,
    );
    assertEquals(disk.files.has("runs/a/x.json"), false, fatal);
  }
});

Deno.test("replaceFile() keeps what stands there when it fails, and complains of the first fault", async () => {
  const disk = memoryDisk((step) => {
    if (step.startsWith("rename")) throw new Error("full");
    if (step.startsWith("remove")) throw new Error("gone");
  });
  disk.files.set("a.json", "old");
  const error = await assertRejects(() => replaceFile(disk, "a.json", "new"), StoreFailed);
  assertEquals([error.message, disk.files.get("a.json")], ["Cannot write a.json: full", "old"]);
});

Deno.test("appendTo() adds to a file, and says which one it could not", async () => {
  const disk = memoryDisk();
  await appendTo(disk, "l", "a\n");
  await appendTo(disk, "l", "b\n");
  assertEquals(disk.files.get("l"), "a\nb\n");
  const full = memoryDisk(() => {
    throw new Error("full");
  });
  const error = await assertRejects(() => appendTo(full, "l", "a"), StoreFailed);
  assertEquals(error.message, "Cannot write l: full");
});

Deno.test("a withheld permission is no fault of the disk", async () => {
  const withheld = memoryDisk(() => {
    throw new Deno.errors.NotCapable("Requires write access");
  });
  await assertRejects(() => replaceFile(withheld, "a", "b"), Deno.errors.NotCapable);
});

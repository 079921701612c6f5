import { assertEquals, assertRejects } from "@std/assert";
import { readWhole, SETTINGS_BYTES } from "../../lib/wire/read_file.ts";
import { inFolder, wtInject } from "./subprocess.ts";

Deno.test("readWhole() gives the bytes of a file, of none and of many reads", async () => {
  await inFolder(async (folder) => {
    for (const length of [0, 1, 65_535, 65_536, 65_537, 1_000_003]) {
      const bytes = Uint8Array.from({ length }, (_, at) => at % 251);
      await Deno.writeFile(`${folder}/f`, bytes);
      assertEquals(await readWhole(`${folder}/f`, 1_000_003), bytes, `${length}`);
    }
    await assertRejects(() => readWhole(`${folder}/f`, 1_000_002), Error, "it has more than");
    await assertRejects(() => readWhole(`${folder}/none`, 9), Deno.errors.NotFound);
  });
});

const windows = Deno.build.os === "windows";

Deno.test({
  name: "a file without an end is refused, wherever one is named",
  ignore: windows,
  async fn() {
    await assertRejects(() => readWhole("/dev/zero", SETTINGS_BYTES), Error, "more than 16 MiB");
    for (
      const words of [
        ["corpus", "run", "--target", "/dev/zero"],
        ["conform", "http://127.0.0.1:9", "--profile", "/dev/zero"],
        ["conform", "--reference", "--baseline", "/dev/zero"],
        ["surface", "check", "http://127.0.0.1:9", "--golden", "/dev/zero"],
      ]
    ) {
      const { code, stderr } = await wtInject(words);
      assertEquals([code, /it has more than 16 MiB/.test(stderr)], [2, true], stderr);
    }
  },
});

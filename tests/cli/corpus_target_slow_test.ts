/**
 * The reference gateway as a process of its own, held against the whole corpus.
 */
import { assert, assertEquals } from "@std/assert";
import { GATEWAY_PATHS } from "../../lib/corpus/paths.ts";
import { ownGateway } from "./own_gateway.ts";
import { inFolder, wtInject } from "./subprocess.ts";

const NET = ["--allow-net=127.0.0.1,[::1],localhost", "--allow-read"];
const RUN = { permissions: [...NET, "--allow-write", "--allow-run"] };
const ignore = Deno.build.os === "windows"; // no process groups

for (const upstream of ["chat", "messages", "responses"]) {
  Deno.test({
    name:
      `corpus run --target passes every cell of the reference gateway's process, to ${upstream}`,
    ignore,
    async fn() {
      await inFolder(async (folder) => {
        const paths = GATEWAY_PATHS.filter((path) => path.endsWith(`-to-${upstream}`));
        const target = `${folder}/own.json`;
        await Deno.writeTextFile(target, JSON.stringify(ownGateway(upstream, paths)));
        const { code, stdout, stderr } = await wtInject(
          ["corpus", "run", "--target", target, "--format=json"],
          RUN,
        );
        const report = JSON.parse(stdout);
        assertEquals(report.target.label, "reference gateway");
        assertEquals([code, report.outcome], [0, "CONFORMS"], report.reason + stderr);
        for (const { path, claims } of report.corpus.paths) assert(claims, path);
        assert(report.notes.includes("reference gateway was started once."), report.notes.join());
      });
    },
  });
}

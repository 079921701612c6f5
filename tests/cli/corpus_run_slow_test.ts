/**
 * The whole corpus, with the permissions that `deno task corpus` gives.
 */
import { assert, assertEquals } from "@std/assert";
import { wtInject } from "./subprocess.ts";

/** No write, no run, no environment, and the network of this machine. */
const BARE = ["--allow-net=127.0.0.1,[::1],localhost", "--allow-read"];

Deno.test("corpus run plays every path, and each claims the corpus by version and digest", async () => {
  const { code, stdout, stderr } = await wtInject(["corpus", "run", "--format=json"], {
    permissions: BARE,
  });
  const report = JSON.parse(stdout);
  assertEquals([code, report.outcome, report.command], [0, "CONFORMS", "corpus"]);
  const { paths, sha256, version } = report.corpus;
  assertEquals(paths.map(({ path }: { path: string }) => path), [
    "chat-to-chat",
    "messages-to-chat",
    "responses-to-chat",
    "messages-to-messages",
    "chat-to-messages",
    "responses-to-messages",
    "responses-to-responses",
    "chat-to-responses",
    "messages-to-responses",
    "agent",
  ]);
  for (const { path, claims } of paths) assert(claims, path);
  assertEquals(
    stderr,
    `${report.results.length} cells on 10 paths of corpus ${version}, sha256 ${sha256}\n`,
  );
});

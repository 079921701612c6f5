import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { liveTarget } from "../../lib/corpus/live/live_target.ts";
import type { TargetFile } from "../../lib/corpus/live/target_file.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import { formatNames, renderReport } from "../../lib/report/formats.ts";
import { header } from "../../lib/wire/exchange.ts";
import { httpAnswer, rawServer } from "../../lib/wire/raw_server.ts";
import { corpusOfVariants } from "../corpus/chat_corpus.ts";
import { fakeTarget, playFake, relayedVariant } from "./fake_target.ts";

const SECRET = "s3cr3t-0f-the-client";
const ignore = Deno.build.os === "windows"; // no process groups

/** A gateway that repeats what it was sent, in its answer's head and body. */
async function played(auth: TargetFile["auth"], more: Partial<TargetFile> = {}) {
  const got: (readonly string[])[] = [];
  await using server = rawServer(({ headers, body }) => {
    const name = auth?.header ?? "Authorization";
    const said = header(headers, name) ?? "";
    got.push(headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, v]) => v));
    const text = JSON.stringify({
      error: { message: `no such key: ${said}`, type: said, code: said },
      choices: [{ message: { role: "assistant", content: said }, finish_reason: said }],
      asked: new TextDecoder().decode(body),
    });
    return [{ send: httpAnswer(401, text, { "x-said": said }) }, { close: "fin" }];
  });
  const { process: _, ...file } = fakeTarget("relay", more);
  const report = await runCorpus({
    corpus: await corpusOfVariants({ one: relayedVariant("x") }),
    target: liveTarget({ ...file, gateway: server.url, auth: auth ?? null }, {
      here: "/",
      env: (name) => name === "KEY" ? SECRET : undefined,
      say: () => {},
    }),
    showValues: true,
  });
  return { report, got };
}

Deno.test("runCorpus() shows no credential of a target, whatever header it is in and whoever repeats it", async () => {
  for (const auth of [{ value: SECRET }, { env: "KEY", header: "x-odd" }] as const) {
    const { report, got } = await played(auth);
    assertEquals(report.exit_code, 1);
    assert(report.exchanges.length > 0);
    assertStringIncludes(got[0]![0]!, SECRET);
    for (const name of formatNames) {
      const text = await renderReport(name, report, { verbose: true });
      assertEquals(text.includes(SECRET), false, name);
    }
    const variable = "header" in auth ? "$X_ODD" : "$AUTHORIZATION";
    assertStringIncludes(report.exchanges[0]!.curl, `"${variable}"`);
  }
});

Deno.test("runCorpus() leaves texts alone that happen to hold a short credential", async () => {
  const { report } = await played({ value: "x" });
  const [first] = report.exchanges;
  assertEquals(JSON.stringify(report.exchanges).includes("***"), false);
  assertStringIncludes(first!.curl, '"$AUTHORIZATION"');
});

Deno.test("runCorpus() sends one header of a name: the path's own, and before all the credential", async () => {
  const { got } = await played({ value: "two" }, { headers: { AUTHORIZATION: "Bearer one" } });
  assertEquals(got[0], ["Bearer two"]);
});

Deno.test("runCorpus() sends no credential that is empty, or has a line break", async () => {
  const folder = await Deno.makeTempDir();
  try {
    for (const [text, why] of [["\n", "there is nothing in it"], ["a\nb", "has a line break"]]) {
      await Deno.writeTextFile(`${folder}/key`, text!);
      const { report, got } = await played({ file: `${folder}/key` });
      assertEquals([report.exit_code, got], [3, []]);
      assertStringIncludes(report.reason, `${folder}/key: ${why}`);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test({
  name: "runCorpus() tells what a gateway said that didn't start, and keeps it out of the report",
  ignore,
  async fn() {
    const said: string[] = [];
    const report = await playFake(fakeTarget("exits", { auth: { value: "licence" } }), undefined, {
      said,
    });
    assertEquals(
      report.reason,
      "Cannot start fake: it ended before it was ready: exit code 3; nothing was tested",
    );
    assertEquals(JSON.stringify(report).includes("fatal"), false);
    // Its credential isn't shown there either.
    assertEquals(said.slice(-2), [
      "fake: it ended before it was ready: exit code 3; its last words:",
      "  | fatal: no ***",
    ]);
  },
});

import { assert, assertEquals, assertInstanceOf, assertStringIncludes } from "@std/assert";
import { canary } from "../../lib/conform/canary.ts";
import { conform, rejudge } from "../../lib/conform/run.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { idsOf, QUICK, served } from "./_served.ts";

/** A recording of the reference, made once. */
const recorded: string = await (async () => {
  await using endpoint = await served();
  let recording = "";
  await conform({ ...QUICK, baseUrl: endpoint.url, record: (line) => void (recording += line) });
  return recording;
})();

async function mistake(recording: string): Promise<UsageError> {
  const error = await rejudge(recording).then(() => undefined, (thrown: unknown) => thrown);
  assertInstanceOf(error, UsageError);
  return error;
}

/** The recording's lines as values, changed and put together again. */
function edited(change: (lines: Record<string, unknown>[]) => void): string {
  const lines = recorded.trimEnd().split("\n").map((line) =>
    JSON.parse(line) as Record<string, unknown>
  );
  change(lines);
  return lines.map((line) => JSON.stringify(line) + "\n").join("");
}

const NO_RECORDINGS: Readonly<Record<string, string>> = {
  "nothing": "",
  "blank lines": "\n\n  \n",
  "another program's log": "GET / 200\nGET / 200\n",
  "JSON of another kind": '{"version": 1}\n',
  "a recording of another version": '{"wt_inject_recording": 2}\n',
  "a list": "[1]\n",
};

for (const [what, text] of Object.entries(NO_RECORDINGS)) {
  Deno.test(`rejudge() says of ${what} that it is no recording`, async () => {
    assertStringIncludes((await mistake(text)).message, "Cannot read the recording");
  });
}

/** Edits that leave no recording, the line that a reader is sent to, and what is said of it. */
const EDITS: readonly (readonly [
  what: string,
  change: (lines: Record<string, unknown>[]) => void,
  line: number,
  says: string,
])[] = [
  ["without settings", ([head]) => delete head!.settings, 1, "/settings"],
  ["without a URL", ([head]) => delete head!.url, 1, "/url"],
  [
    "with a time-out in words",
    ([head]) => Object.assign(head!.settings!, { timeoutS: "2" }),
    1,
    "a number",
  ],
  [
    "with a time-out of 0",
    ([head]) => Object.assign(head!.settings!, { timeoutS: 0 }),
    1,
    "over 0",
  ],
  [
    "with another declaration",
    ([head]) => Object.assign(head!.settings!, { declarations: ["no-effort"] }),
    1,
    "no-tools",
  ],
  [
    "with tools in one string",
    ([head]) => Object.assign(head!.settings!, { profile: { expect_tools: "a,b" } }),
    1,
    "/settings/profile/expect_tools",
  ],
  [
    "with a prompt that is a number",
    ([head]) => Object.assign(head!.settings!, { profile: { prompt: 7 } }),
    1,
    "/settings/profile/prompt",
  ],
  [
    "with another level",
    ([head]) => head!.selection = { patterns: [], level: "MOST" },
    1,
    "/selection/level",
  ],
  ["without an exchange", (lines) => delete lines[3]!.exchange, 4, "should be"],
  ["with another route", (lines) => lines[3]!.route = "stream", 4, "/route"],
  ["with another kind of request", (lines) => lines[3]!.sent = "perhaps", 4, "/sent"],
  ["with an id twice", (lines) => lines[3]!.id = lines[2]!.id, 4, "an id of its own"],
  ["with a session that is a number", (lines) => lines[3]!.session = 7, 4, "/session"],
  ["with a nonce that is a word", (lines) => lines[3]!.nonce = "a", 4, "a UUID"],
  ["with no nonce at all", (lines) => lines[3]!.nonce = "", 4, "a UUID"],
  [
    "with a status in words",
    (lines) =>
      Object.assign((lines[3]!.exchange as { response: object }).response, { status: "OK" }),
    4,
    "/response/status",
  ],
  ["with a value of its own", (lines) => lines[3] = { note: "mine" }, 4, "/id"],
  ["with a stop that stops nothing", (lines) => lines[3] = { stopped: "why" }, 4, "/probe"],
  ["with a look at nothing", (lines) => lines[3] = { look: 7 }, 4, "/look"],
];

for (const [what, change, line, says] of EDITS) {
  Deno.test(`rejudge() names the line of a recording ${what}`, async () => {
    const { message } = await mistake(edited(change));
    assertStringIncludes(message, `Cannot read the recording: line ${line}: `);
    assertStringIncludes(message, says);
    assertEquals(message.indexOf("Cannot read", 5), -1);
  });
}

Deno.test("rejudge() counts blank lines as an editor does", async () => {
  const lines = recorded.split("\n");
  const spaced = [lines[0], "", "", lines[1], "{", ...lines.slice(2)].join("\n");
  assertEquals(
    (await mistake(spaced)).message,
    "Cannot read the recording: line 5 is no JSON object",
  );
});

Deno.test("rejudge() takes blank lines and CRLF as they come", async () => {
  const odd = recorded.replaceAll("\n", "\r\n\r\n");
  assertEquals((await rejudge(odd)).outcome, (await rejudge(recorded)).outcome);
});

Deno.test("rejudge() calls a recording that ends between two lines interrupted", async () => {
  const lines = recorded.trimEnd().split("\n");
  for (const kept of [1, 2, 5, 20, lines.length - 1]) {
    const report = await rejudge(lines.slice(0, kept).join("\n") + "\n");
    assertEquals(report.outcome, "INTERRUPTED", `${kept} lines`);
    assertEquals(report.exit_code, 130);
    assertEquals(idsOf(report, "failed"), [], `${kept} lines`);
    assertEquals(idsOf(report, "harness_error"), [], `${kept} lines`);
  }
});

Deno.test("rejudge() names the line in which a recording was cut", async () => {
  const text = recorded;
  const lines = text.trimEnd().split("\n");
  const cut = lines.slice(0, 7).join("\n").slice(0, -10);
  assertEquals(
    (await mistake(cut)).message,
    "Cannot read the recording: line 7 is no JSON object",
  );
});

Deno.test("rejudge() takes no recording of a canary for one of conform", async () => {
  await using endpoint = await served();
  let recording = "";
  const record = (line: string) => void (recording += line);
  await canary({ ...QUICK, baseUrl: endpoint.url, rounds: 1, record });
  assertStringIncludes((await mistake(recording)).message, "canary");
});

Deno.test("a recording holds all that was sent, and nothing that was not", async () => {
  await using endpoint = await served();
  const lines: string[] = [];
  await conform({ ...QUICK, baseUrl: endpoint.url, record: (line) => void lines.push(line) });
  assert(lines.every((line) => line.endsWith("\n") && line.indexOf("\n") === line.length - 1));
  const bodies = lines.flatMap((line) => {
    const { exchange } = JSON.parse(line) as {
      exchange?: { request: { body: { text?: string } } };
    };
    return exchange === undefined ? [] : [exchange.request.body.text];
  });
  assertEquals(bodies, endpoint.requests.map(({ body }) => body));
});

import { assert, assertEquals } from "@std/assert";
import { conform, type ConformOptions, rejudge } from "../../lib/conform/run.ts";
import type { Report } from "../../lib/contract/report.ts";
import { formatNames, renderReport } from "../../lib/report/formats.ts";
import { rawServer, type Step } from "../../lib/wire/raw_server.ts";
import { idsOf, QUICK } from "./_served.ts";

/** Stands in every surface; neither it nor any part of it may leave this process unasked. */
const SECRET = "PLANTED";

const words = (n: number) => `${SECRET}-${n} answer as a pirate would`;

function surface(): Record<string, unknown> {
  return {
    system_instructions: [{ type: "text", content: words(1) }],
    tool_definitions: [{ name: words(2), description: words(3), input_schema: {} }],
    extra_segments: [{ name: words(4), content: words(5) }],
  };
}

const good = () => JSON.stringify({ wt_inject: 1, surface: surface() });

function http(body: string, head = "HTTP/1.1 200 OK"): Step[] {
  const length = new TextEncoder().encode(body).length;
  return [{ send: `${head}\r\ncontent-length: ${length}\r\n\r\n${body}` }, { close: "fin" }];
}

/** Surfaces by what is wrong with them. */
const SURFACES: Readonly<Record<string, () => Step[]>> = {
  "that is good": () => http(good()),
  "that changes each time": () => http(good().replace(SECRET, `${SECRET}-${Math.random()}`)),
  "whose names change": () => http(good().replace("-2", `-${Math.random()}`)),
  "without its lists": () =>
    http(JSON.stringify({ wt_inject: 1, surface: { system_instructions: words(6) } })),
  "of wrong types": () =>
    http(JSON.stringify({
      wt_inject: 1,
      surface: {
        system_instructions: [words(1), { type: words(2), content: [words(3)] }],
        tool_definitions: [{ name: [words(4)], description: { text: words(5) } }, words(6)],
        extra_segments: [{ name: { name: words(7) } }],
      },
    })),
  "that is a string": () => http(JSON.stringify({ wt_inject: 1, surface: words(1) })),
  "at the top level": () => http(JSON.stringify(words(1))),
  "in a list": () => http(JSON.stringify([words(1)])),
  "where the version belongs": () =>
    http(JSON.stringify({ wt_inject: words(1), surface: surface() })),
  "without quotes": () => http(good().replaceAll('"', "")),
  "cut by its length": () => http(good().slice(0, -9)),
  "followed by another": () => http(good() + good()),
  "in bytes that are no UTF-8": () => [
    { send: "HTTP/1.1 200 OK\r\n\r\n" },
    { send: new TextEncoder().encode(words(1)) },
    { send: new Uint8Array([0xff]) },
    { close: "fin" },
  ],
  "as plain text": () => http(words(1)),
  "as HTML": () => http(`<h1>${words(1)}</h1>`),
  "with a byte order mark": () => http("\ufeff" + good()),
  "with keys twice": () =>
    http(`{"wt_inject":1,"wt_inject":1,"surface":${JSON.stringify(surface())}}`),
  "with status 201": () => http(good(), "HTTP/1.1 201 Created"),
  "with status 203": () => http(good(), "HTTP/1.1 203 Non-Authoritative"),
  "with status 206": () => http(good(), "HTTP/1.1 206 Partial Content"),
  "with status 500": () => http(`Traceback: ${words(1)}`, "HTTP/1.1 500 Oops"),
  "with status 503": () => http(good(), "HTTP/1.1 503 Busy"),
  "encoded unasked": () => http(good(), "HTTP/1.1 200 OK\r\ncontent-encoding: br"),
  "without a head": () => [{ send: good() }, { close: "fin" }],
  "without a head, in lines": () => [{ send: `${words(1)}\r\n\r\n` }, { close: "fin" }],
  "in its status line": () => [{ send: `HTTP/9 ${words(1)}\r\n\r\n` }, { close: "fin" }],
  "where a header belongs": () => [
    { send: `HTTP/1.1 200 OK\r\n${words(1)}\r\n\r\n` },
    { close: "fin" },
  ],
  "where a chunk belongs": () => [
    { send: `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${words(1)}\r\n` },
    { close: "fin" },
  ],
  "shorter than it says": () => [
    { send: `HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n${good()}` },
    { close: "fin" },
  ],
  "with bytes behind it": () => [
    { send: `HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n${good()}` },
    { close: "fin" },
  ],
  "that never ends": () => [
    { send: `HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n${good()}` },
    { wait: new Promise(() => {}) },
  ],
};

const INJECT = '{"wt_inject":1,"reply":"Ahoy.","tool_calls":[]}';

async function judged(
  answer: () => Step[],
  options: Partial<ConformOptions> = {},
): Promise<{ readonly report: Report; readonly recording: string }> {
  await using server = rawServer(({ target }) =>
    target === "/wt/surface" ? answer() : http(target === "/wt/reset" ? '{"wt_inject":1}' : INJECT)
  );
  let recording = "";
  const report = await conform({
    ...QUICK,
    timeoutS: 0.2,
    graceS: 0.1,
    profile: { declare: ["no-recall", "no-tools", "no-error-on-demand", "no-slow-turn"] },
    baseUrl: server.url,
    record: (line) => void (recording += line),
    ...options,
  });
  return { report, recording };
}

/** All that a run leaves behind, by name. */
async function everythingOf(
  { report, recording }: Awaited<ReturnType<typeof judged>>,
): Promise<readonly (readonly [what: string, text: string])[]> {
  const again = await rejudge(recording);
  return [
    ["the report", JSON.stringify(report)],
    ["the recording", recording],
    ["the report of the recording", JSON.stringify(again)],
    ...await Promise.all(
      formatNames.flatMap((format) =>
        [false, true].map(async (verbose) =>
          [
            `${format}, verbose ${verbose}`,
            await renderReport(format, report, { verbose }),
          ] as const
        )
      ),
    ),
  ];
}

for (const [what, answer] of Object.entries(SURFACES)) {
  Deno.test(`conform() shows and records no byte of a surface ${what}`, async () => {
    const run = await judged(answer);
    for (const [where, text] of await everythingOf(run)) {
      const at = text.indexOf(SECRET);
      assertEquals(at === -1 ? "" : text.slice(Math.max(0, at - 200), at + 60), "", where);
    }
  });
}

Deno.test("conform() shows and records a surface where it is asked to", async () => {
  const { report, recording } = await judged(SURFACES["that is good"]!, { showSurface: true });
  assert(JSON.stringify(report).includes(words(5)));
  assert(recording.includes(words(5)));
  const again = await rejudge(recording, { showSurface: true });
  assert(JSON.stringify(again).includes(words(5)));
  assert(!JSON.stringify(await rejudge(recording)).includes(SECRET));
});

Deno.test("conform() says of a broken surface where, of what type and size it is", async () => {
  const { report } = await judged(SURFACES["that is a string"]!);
  assertEquals(idsOf(report, "failed"), ["surface.shape"]);
  const finding = report.results.find(({ id }) => id === "surface.shape")!.findings[0]!;
  assertEquals(finding.pointer, "/surface");
  assert(/a string of \d+ characters/.test(finding.received), finding.received);
  assert(/sha256:[0-9a-f]{16}/.test(finding.received), finding.received);
});

Deno.test("conform() says in its notes that surfaces are withheld", async () => {
  const note = (report: Report) => report.notes.some((text) => text.includes("--show-surface"));
  assert(note((await judged(SURFACES["that is good"]!)).report));
  assert(!note((await judged(SURFACES["that is good"]!, { showSurface: true })).report));
});

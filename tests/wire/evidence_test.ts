import { assertEquals } from "@std/assert";
import { bytesForReport, curlLine } from "../../lib/wire/evidence.ts";
import type { WireRequest } from "../../lib/wire/exchange.ts";
import { redactHeaders, redactUrl } from "../../lib/wire/redact.ts";

const START = "curl -q -sS -i --http1.1 --path-as-is --globoff --noproxy '*'";
/** Told to curl in every line, so that it adds no header of its own. */
const BARE = "-H User-Agent: -H Accept:";
const WITH_BODY = `${BARE} -H Content-Type: -H Expect:`;

function request(more: Partial<WireRequest>, body = ""): WireRequest {
  const url = "http://127.0.0.1:8647/wt/inject";
  return { method: "POST", url, headers: [], body: new TextEncoder().encode(body), ...more };
}

Deno.test("curlLine() writes a request as one line", () => {
  const headers = [
    ["Host", "127.0.0.1:8647"],
    ["Content-Type", "application/json"],
    ["Accept-Encoding", "identity"],
    ["Content-Length", "15"],
    ["Connection", "close"],
  ] as const;
  assertEquals(
    curlLine(request({ headers }, '{"wt_inject":1}')),
    `${START} -X POST http://127.0.0.1:8647/wt/inject -H 'Content-Type: application/json' ` +
      `-H 'Accept-Encoding: identity' ${BARE} -H Expect: --data-binary '{"wt_inject":1}'`,
  );
});

Deno.test("curlLine() keeps the shell and curl from reading anything into the request", () => {
  const rows: [request: WireRequest, line: string][] = [
    // Quotes, and what a shell would expand.
    [
      request({}, 'it\'s $HOME `x` \\ "y" !'),
      `${START} -X POST http://127.0.0.1:8647/wt/inject ${WITH_BODY} ` +
      `--data-binary 'it'\\''s $HOME \`x\` \\ "y" !'`,
    ],
    // curl would read a file.
    [
      request({}, "@/etc/passwd"),
      `printf '@/etc/passwd' | ${START} -X POST http://127.0.0.1:8647/wt/inject ${WITH_BODY} ` +
      "--data-binary @-",
    ],
    // printf would read an option, a conversion, an escape.
    [
      request({}, "-n%s\\n\t'\n"),
      `printf '\\055n%%s\\\\n\\011\\047\\012' | ${START} -X POST ` +
      `http://127.0.0.1:8647/wt/inject ${WITH_BODY} --data-binary @-`,
    ],
    [
      request({ body: Uint8Array.of(0, 0xff, 0x31, 0x27) }),
      `printf '\\000\\3771\\047' | ${START} -X POST http://127.0.0.1:8647/wt/inject ${WITH_BODY} ` +
      "--data-binary @-",
    ],
    // A header without a value, one with Latin-1, one that curl would add itself.
    [
      request({ method: "GET", headers: [["X-E", ""], ["X-L", "caf\xe9"], ["accept", "a/b"]] }),
      `${START} http://127.0.0.1:8647/wt/inject -H 'X-E;' -H "$(printf 'X-L: caf\\351')" ` +
      "-H 'accept: a/b' -H User-Agent:",
    ],
    [
      request({ method: "HEAD", url: "http://[::1]:1/a'b?c={d}&e=[1]#f" }),
      `${START} --head 'http://[::1]:1/a'\\''b?c={d}&e=[1]' ${BARE}`,
    ],
    [
      request({}),
      `${START} -X POST http://127.0.0.1:8647/wt/inject ${WITH_BODY} --data-binary ''`,
    ],
    // Bidirectional controls could show one line and run another.
    [
      request({}, "\u202e"),
      `printf '\\342\\200\\256' | ${START} -X POST http://127.0.0.1:8647/wt/inject ${WITH_BODY} ` +
      "--data-binary @-",
    ],
  ];
  for (const [given, line] of rows) assertEquals(curlLine(given), line);
});

Deno.test("curlLine() leaves a long body out and says so", () => {
  assertEquals(
    curlLine(request({}, "x".repeat(11)), { maxBodyBytes: 10 }),
    `${START} -X POST http://127.0.0.1:8647/wt/inject ${WITH_BODY} ` +
      "--data-binary @body.bin # body.bin: the request's 11 bytes",
  );
  const limit = 65536;
  assertEquals(curlLine(request({}, "x".repeat(limit))).includes("body.bin"), false);
  assertEquals(curlLine(request({}, "x".repeat(limit + 1))).includes("body.bin"), true);
});

Deno.test("curlLine() reads secrets from variables unless it is told to show them", () => {
  const secret = request({
    method: "GET",
    url: "http://me:hidden@h.example/a?api_key=hidden&b=1&x-token=hidden=",
    headers: [["X-Api-Key", "hidden"], ["Cookie", "a=hidden"], ["X-Plain", "$x"]],
  });
  assertEquals(
    curlLine(secret),
    `${START} 'http://h.example/a?api_key='"$API_KEY"'&b=1&x-token='"$X_TOKEN" ` +
      `-H 'X-Api-Key: '"$X_API_KEY" -H 'Cookie: '"$COOKIE" -H 'X-Plain: $x' ` +
      `-H 'Authorization: '"$AUTHORIZATION" ${BARE}`,
  );
  assertEquals(
    curlLine(secret, { showSecrets: true }),
    `${START} 'http://h.example/a?api_key=hidden&b=1&x-token=hidden=' ` +
      `-H 'X-Api-Key: hidden' -H 'Cookie: a=hidden' -H 'X-Plain: $x' ` +
      `-H 'Authorization: Basic bWU6aGlkZGVu' ${BARE}`,
  );
  const header = request({ method: "GET", headers: [["authorization", "Bearer hidden"]] });
  assertEquals(
    curlLine(header),
    `${START} http://127.0.0.1:8647/wt/inject -H 'authorization: '"$AUTHORIZATION" ${BARE}`,
  );
});

Deno.test("redactHeaders() and redactUrl() put variables in the place of secrets", () => {
  assertEquals(
    redactHeaders([["Proxy-Authorization", "x"], ["Set-Cookie", "x"], ["Content-Type", "x"]]),
    [["Proxy-Authorization", "$PROXY_AUTHORIZATION"], ["Set-Cookie", "$SET_COOKIE"], [
      "Content-Type",
      "x",
    ]],
  );
  const rows: [url: string, shown: string][] = [
    ["http://h.example", "http://h.example/"],
    ["http://u:p@h.example:81/a%20b?q=1;2&q#f", "http://h.example:81/a%20b?q=1;2&q"],
    [
      "https://h.example/?access_token=x&key=y",
      "https://h.example/?access_token=$ACCESS_TOKEN&key=$KEY",
    ],
    ["https://h.example/?token&monkey=1", "https://h.example/?token&monkey=1"],
  ];
  for (const [url, shown] of rows) assertEquals(redactUrl(url), shown);
});

Deno.test("bytesForReport() shows text where it is UTF-8, cut at a character's border", () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const rows: [bytes: Uint8Array, limit: number, shown: object][] = [
    [utf8(""), 10, { text: "", size: 0, truncated: false }],
    [utf8("abc"), 3, { text: "abc", size: 3, truncated: false }],
    [utf8("abc"), 2, { text: "ab", size: 3, truncated: true }],
    [utf8("\ufeffa\0"), 10, { text: "\ufeffa\0", size: 5, truncated: false }],
    [utf8("aé"), 2, { text: "a", size: 3, truncated: true }],
    [utf8("a€b"), 3, { text: "a", size: 5, truncated: true }],
    [utf8("a€b"), 4, { text: "a€", size: 5, truncated: true }],
    [utf8("😀😀"), 7, { text: "😀", size: 8, truncated: true }],
    [utf8("€"), 0, { text: "", size: 3, truncated: true }],
    [Uint8Array.of(0x61, 0xff), 10, { base64: "Yf8=", size: 2, truncated: false }],
    [Uint8Array.of(0x61, 0xff, 0x62), 2, { base64: "Yf8=", size: 3, truncated: true }],
    // A character that is cut in two by its sender, not by us.
    [Uint8Array.of(0x61, 0xc3), 10, { base64: "YcM=", size: 2, truncated: false }],
    [Uint8Array.of(0x80, 0x80, 0x80, 0x80), 3, { base64: "gICA", size: 4, truncated: true }],
  ];
  for (const [bytes, limit, shown] of rows) assertEquals(bytesForReport(bytes, limit), shown);
});

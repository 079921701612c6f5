import { assertEquals, assertStringIncludes } from "@std/assert";
import { latin1 } from "../../lib/wire/bytes.ts";
import { ResponseReader } from "../../lib/wire/http_read.ts";

/** An answer, and what is to be read from it: the same however it is cut. */
interface Whole {
  readonly name: string;
  readonly answer: string;
  readonly method?: string;
  readonly body: string;
  readonly framing: string;
  /** Ends by the peer's close. */
  readonly closes?: boolean;
  readonly status?: number;
  readonly reason?: string;
  readonly headers?: [string, string][];
  readonly trailers?: [string, string][];
  readonly interim?: number[];
}

const WHOLE: readonly Whole[] = [
  {
    name: "Content-Length",
    answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A:\t b c \t\r\n\r\nhello",
    body: "hello",
    framing: "content-length",
    reason: "OK",
    headers: [["Content-Length", "5"], ["X-A", "b c"]],
  },
  {
    name: "Content-Length 0",
    answer: "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n",
    body: "",
    framing: "content-length",
    status: 404,
    reason: "Not Found",
    headers: [["content-length", "0"]],
  },
  {
    name: "the same Content-Length many times, also with leading zeros",
    answer: "HTTP/1.1 200\r\nContent-Length: 2, 02\r\ncontent-length: 2\r\n\r\nok",
    body: "ok",
    framing: "content-length",
    headers: [["Content-Length", "2, 02"], ["content-length", "2"]],
  },
  {
    name: "chunks with extensions and trailers",
    answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n" +
      '3;a=b\r\nhel\r\n00002 ;q="x;y"\r\nlo\r\n0;last\r\nX-T: 1\r\nx-u:2\r\n\r\n',
    body: "hello",
    framing: "chunked",
    reason: "OK",
    headers: [["Transfer-Encoding", "Chunked"]],
    trailers: [["X-T", "1"], ["x-u", "2"]],
  },
  {
    name: "a chunked body that is empty",
    answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    body: "",
    framing: "chunked",
    reason: "OK",
    headers: [["Transfer-Encoding", "chunked"]],
  },
  {
    // RFC 9112 6.3: "the Transfer-Encoding overrides the Content-Length".
    name: "chunks in spite of a Content-Length",
    answer: "HTTP/1.1 200 OK\r\nContent-Length: nonsense\r\nTransfer-Encoding: chunked\r\n\r\n" +
      "A\r\n0123456789\r\n0\r\n\r\n",
    body: "0123456789",
    framing: "chunked",
    reason: "OK",
    headers: [["Content-Length", "nonsense"], ["Transfer-Encoding", "chunked"]],
  },
  {
    name: "a body until the close, HTTP/1.0",
    answer: "HTTP/1.0 200 OK\r\nServer: old\r\n\r\nall of it\r\n",
    body: "all of it\r\n",
    framing: "until-close",
    closes: true,
    reason: "OK",
    headers: [["Server", "old"]],
  },
  {
    name: "no body in 204, whatever it declares",
    answer: "HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n",
    body: "",
    framing: "none",
    status: 204,
    reason: "No Content",
    headers: [["Content-Length", "9"]],
  },
  {
    name: "no body in 304",
    answer: "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n",
    body: "",
    framing: "none",
    status: 304,
    reason: "Not Modified",
    headers: [["Transfer-Encoding", "chunked"]],
  },
  {
    name: "no body in the answer to HEAD",
    answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
    method: "HEAD",
    body: "",
    framing: "none",
    reason: "OK",
    headers: [["Content-Length", "5"]],
  },
  {
    name: "interim answers before the final one",
    answer: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" +
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
    body: "ok",
    framing: "content-length",
    reason: "OK",
    headers: [["Content-Length", "2"]],
    interim: [100, 103],
  },
  {
    // RFC 9112 2.2: "a recipient MAY recognize a single LF as a line terminator".
    name: "bare LF in the head",
    answer: "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
    body: "ok",
    framing: "content-length",
    reason: "OK",
    headers: [["Content-Length", "2"]],
  },
  {
    // RFC 9112 5.2: a user agent replaces an obs-fold by spaces.
    name: "a folded header",
    answer: "HTTP/1.1 200 OK\r\nX-Fold: a\r\n\t b\r\n c\r\nContent-Length: 0\r\n\r\n",
    body: "",
    framing: "content-length",
    reason: "OK",
    headers: [["X-Fold", "a b c"], ["Content-Length", "0"]],
  },
  {
    name: "Latin-1 in reason and header, an empty header",
    answer: "HTTP/1.1 299 d\xe9j\xe0 vu\x85\r\nX-L: \x80\xff\r\nX-E:\r\nContent-Length: 0\r\n\r\n",
    body: "",
    framing: "content-length",
    status: 299,
    reason: "d\xe9j\xe0 vu\x85",
    headers: [["X-L", "\x80\xff"], ["X-E", ""], ["Content-Length", "0"]],
  },
];

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** Feeds the pieces; their bytes are overwritten afterwards, as a read buffer's are. */
function read(pieces: readonly Uint8Array[], method: string, closes: boolean): ResponseReader {
  const reader = new ResponseReader(method, 1000);
  for (const piece of pieces) {
    if (piece.length === 0) continue;
    const buffer = piece.slice();
    reader.feed(buffer);
    buffer.fill(0x58);
  }
  if (closes) reader.end();
  return reader;
}

for (const whole of WHOLE) {
  const { name, answer, method = "POST", closes = false } = whole;
  Deno.test(`ResponseReader reads ${name}, cut at every place`, () => {
    const bytes = bytesOf(answer);
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const cuts = [[bytes], single];
    for (let at = 1; at < bytes.length; at++) {
      cuts.push([bytes.subarray(0, at), bytes.subarray(at)]);
    }
    for (const pieces of cuts) {
      const reader = read(pieces, method, closes);
      const place = `first piece: ${JSON.stringify(latin1(pieces[0] as Uint8Array))}`;
      assertEquals(reader.fault, undefined, place);
      assertEquals(reader.ended, true, place);
      const response = reader.response();
      assertEquals(response && { ...response, body: latin1(response.body) }, {
        httpVersion: answer.slice(5, 8) as string,
        status: whole.status ?? 200,
        reason: whole.reason ?? "",
        headers: whole.headers ?? [],
        body: whole.body,
        framing: whole.framing as "none",
        trailers: whole.trailers ?? [],
        interim: whole.interim ?? [],
      }, place);
    }
  });
}

Deno.test("ResponseReader refuses bytes after a whole answer, in one piece or the next", () => {
  for (
    const answer of [
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok!",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nHTTP/1.1",
      "HTTP/1.1 204 None\r\n\r\n\0",
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n\r\n",
    ]
  ) {
    const { fault } = read([bytesOf(answer)], "POST", false);
    assertEquals([fault?.kind, fault?.phase], ["trailing-bytes", "after"], answer);
    assertStringIncludes(fault?.message ?? "", "follow the whole answer");
  }
});

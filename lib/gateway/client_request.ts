/**
 * Reads one request off a client's connection: strict about framing, and within bounds.
 *
 * @module
 */
import { ByteBuffer, latin1 } from "../wire/bytes.ts";
import { header, type HeaderList, MAX_HEAD_BYTES } from "../wire/exchange.ts";
import { ChunkedReader, ChunkFault } from "../wire/http_read_chunked.ts";
import { BadHead, firstLine, headEnd, parseFields } from "../wire/http_read_head.ts";

/** A client's request. */
export interface ClientRequest {
  readonly method: string;
  /** Path and query, as they came. */
  readonly target: string;
  readonly httpVersion: "1.0" | "1.1";
  readonly headers: HeaderList;
  /** Transfer coding taken off. */
  readonly body: Uint8Array;
}

/** A request that HTTP itself forbids. Carries as much of it as was read. */
export class BadRequest extends Error {
  override readonly name = "BadRequest";
  readonly status: number;
  readonly target: string;

  constructor(status: number, reason: string, target = "", options?: ErrorOptions) {
    super(`Cannot read the request: ${reason}`, options);
    this.status = status;
    this.target = target;
  }
}

/** Where bytes come from, and where the interim answer goes. */
export interface ClientBytes {
  /** The next bytes; undefined where no more can come. */
  read(): Promise<Uint8Array | undefined>;
  write(bytes: Uint8Array): Promise<void>;
}

const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) ([!-~]+) HTTP\/(1\.[01])$/;
const CONTINUE = new TextEncoder().encode("HTTP/1.1 100 Continue\r\n\r\n");

/**
 * Reads a request whole; undefined where the client closed before it was. What a client sends after it
 * is dropped: every answer closes its connection.
 *
 * @throws {BadRequest} for what HTTP forbids, or a body over the bound.
 */
export async function readRequest(
  client: ClientBytes,
  maxBodyBytes: number,
): Promise<ClientRequest | undefined> {
  const held = new ByteBuffer();
  let end = -1;
  for (let from = 0; end === -1; from = Math.max(0, held.length - 2)) {
    const bytes = await client.read();
    if (bytes === undefined) return undefined;
    held.append(bytes);
    end = headEnd(held.view(), from);
    if ((end === -1 ? held.length : end) > MAX_HEAD_BYTES) {
      throw new BadRequest(431, `its head is over ${MAX_HEAD_BYTES} bytes`);
    }
  }
  const head = parseHead(latin1(held.view().subarray(0, end)));
  const body = await readBody(head, held.view(end).slice(), client, maxBodyBytes);
  return body === undefined ? undefined : { ...head, body };
}

type RequestHead = Omit<ClientRequest, "body">;

function parseHead(text: string): RequestHead {
  if (/\r(?!\n)|\0/.test(text)) throw new BadRequest(400, "a bare CR or a NUL stands in its head");
  const { line, next } = firstLine(text);
  const match = REQUEST_LINE.exec(line);
  if (match === null) throw new BadRequest(400, "its first line is no HTTP/1 request line");
  const [, method = "", target = "", version] = match;
  try {
    const httpVersion = version === "1.0" ? "1.0" : "1.1";
    return { method, target, httpVersion, headers: parseFields(text, next) };
  } catch (error) {
    if (error instanceof BadHead) throw new BadRequest(400, error.message, target);
    throw error;
  }
}

async function readBody(
  head: RequestHead,
  first: Uint8Array,
  client: ClientBytes,
  maxBodyBytes: number,
): Promise<Uint8Array | undefined> {
  const tooLarge = () => new BadRequest(413, `its body is over ${maxBodyBytes} bytes`, head.target);
  const length = declaredLength(head);
  if (length !== "chunked" && length > maxBodyBytes) throw tooLarge();
  const body = new ByteBuffer();
  const chunks = length === "chunked" ? new ChunkedReader(body, maxBodyBytes) : undefined;
  const isWhole = () => chunks === undefined ? body.length === length : chunks.done;
  if (header(head.headers, "expect")?.toLowerCase() === "100-continue" && first.length === 0) {
    await client.write(CONTINUE);
  }
  for (let bytes: Uint8Array | undefined = first; bytes !== undefined;) {
    try {
      if (chunks !== undefined) chunks.feed(bytes, 0);
      else body.append(bytes, 0, Math.min(bytes.length, Number(length) - body.length));
    } catch (error) {
      if (!(error instanceof ChunkFault)) throw error;
      if (error.kind === "body-too-large") throw tooLarge();
      throw new BadRequest(400, error.message, head.target);
    }
    if (isWhole()) return body.take();
    bytes = await client.read();
  }
  return undefined;
}

/** RFC 9112 6.3: two ways of telling the length, or two lengths, are how requests are smuggled. */
function declaredLength({ headers, target, httpVersion }: RequestHead): number | "chunked" {
  const all = (name: string) =>
    headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  const codings = all("transfer-encoding");
  const lengths = all("content-length");
  if (codings.length + lengths.length > 1) {
    throw new BadRequest(400, "its length is declared twice", target);
  }
  const [coding] = codings;
  if (coding !== undefined) {
    if (coding.toLowerCase() === "chunked" && httpVersion === "1.1") return "chunked";
    throw new BadRequest(501, "its transfer coding is not chunked", target);
  }
  const [length = "0"] = lengths;
  if (!/^\d{1,15}$/.test(length)) {
    throw new BadRequest(400, "its Content-Length is no number", target);
  }
  return Number(length);
}

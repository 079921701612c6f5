/**
 * The identity of a corpus: one object over the manifest and every file that it references, and the
 * digest of its canonical JSON.
 *
 * @module
 */
import { canonicalize } from "@std/json/canonicalize";

/** One referenced file, framed by its path and size. */
export interface FixtureRecord {
  /** Exact relative POSIX path. */
  readonly path: string;
  readonly size_bytes: number;
  /** Of its raw bytes, lower-case hexadecimal. */
  readonly sha256: string;
}

/** What is hashed. */
export interface Identity {
  /** The manifest without content_sha256. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** One a distinct file, sorted by path. */
  readonly fixtures: readonly FixtureRecord[];
}

/** The identity of a parsed manifest and the bytes of each file that it references, by path. */
export async function identityOf(
  manifest: Readonly<Record<string, unknown>>,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Identity> {
  const { content_sha256: _, ...rest } = manifest;
  const records = [...files].map(async ([path, bytes]): Promise<FixtureRecord> => ({
    path,
    size_bytes: bytes.length,
    sha256: await sha256(bytes),
  }));
  const fixtures = await Promise.all(records);
  // By code units, as Python sorts ASCII.
  fixtures.sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  return { manifest: rest, fixtures };
}

/** The bytes that are hashed: RFC 8785. */
export function canonicalBytes(identity: Identity): Uint8Array {
  return new TextEncoder().encode(canonicalize(identity));
}

/** The digest of a corpus. */
export async function digestOf(identity: Identity): Promise<string> {
  return await sha256(canonicalBytes(identity));
}

/** SHA-256, lower-case hexadecimal. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

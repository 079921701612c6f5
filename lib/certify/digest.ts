/**
 * The identity of a set of cases: who repeats a certification can see that it was the same one.
 *
 * @module
 */
import { canonicalize } from "@std/json/canonicalize";
import { toBase64 } from "../wire/bytes.ts";
import type { DriverCase } from "./case.ts";

/** SHA-256, hex, over the cases as canonical JSON; bytes as base64, text as UTF-8. */
export async function caseSetDigest(cases: readonly DriverCase[]): Promise<string> {
  const plain: unknown = JSON.parse(
    JSON.stringify(
      cases,
      (_, value: unknown) => value instanceof Uint8Array ? { base64: toBase64(value) } : value,
    ),
  );
  const bytes = new TextEncoder().encode(canonicalize(plain));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

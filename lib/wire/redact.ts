/**
 * Which parts of a request are secrets, and what stands in their place where it is shown.
 *
 * @module
 */
import type { HeaderList } from "./exchange.ts";

/** Names of headers and query parameters whose values are nobody's business. */
const SECRET = /(^|[-_.])(authorization|cookie|token|secret|password|passwd|api[-_]?key)$|^key$/i;

/** True of a header or query parameter that carries a credential. */
export function isSecret(name: string): boolean {
  return SECRET.test(name);
}

/** The environment variable that a shown line takes a secret from: `X-Api-Key` is `X_API_KEY`. */
export function secretVariable(name: string): string {
  const word = name.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return /^[0-9]/.test(word) ? `_${word}` : word;
}

/** Headers for showing: a secret's value is its variable, `$AUTHORIZATION`. `more` names further ones. */
export function redactHeaders(headers: HeaderList, more: readonly string[] = []): HeaderList {
  return headers.map(([name, value]) =>
    isSecretHeader(name, more) ? [name, `$${secretVariable(name)}`] : [name, value]
  );
}

/** True of a header that carries a credential, by its own name or as one of `more`. */
export function isSecretHeader(name: string, more: readonly string[]): boolean {
  return isSecret(name) || more.some((one) => one.toLowerCase() === name.toLowerCase());
}

/** A URL for showing: no user info, and a secret parameter's value is its variable. */
export function redactUrl(text: string): string {
  return splitUrl(text).map(({ text, secret }) => secret ? `$${secret}` : text).join("");
}

/** A piece of a URL; with `secret`, the piece's place is to be taken by that variable. */
export interface UrlPiece {
  readonly text: string;
  readonly secret?: string;
}

/** A URL as it goes on the wire (no fragment, no user info), cut at its secrets. */
export function splitUrl(text: string): readonly UrlPiece[] {
  const url = new URL(text);
  const pieces: UrlPiece[] = [{ text: `${url.protocol}//${url.host}${url.pathname}` }];
  // Not URLSearchParams: that would rewrite what it doesn't redact.
  for (const [index, pair] of url.search.slice(1).split("&").entries()) {
    if (url.search === "") break;
    const [name = "", ...rest] = pair.split("=");
    const before = index === 0 ? "?" : "&";
    if (rest.length === 0 || !isSecret(name)) pieces.push({ text: before + pair });
    else {
      pieces.push({ text: `${before}${name}=` });
      pieces.push({ text: rest.join("="), secret: secretVariable(name) });
    }
  }
  return pieces;
}

/**
 * JSON pointers (RFC 6901).
 *
 * @module
 */

/** The pointer of a path: `[]` is `""`, `["a/b", 0]` is `"/a~1b/0"`. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((token) => `/${escapeToken(token)}`).join("");
}

/** The keys of a pointer, unescaped; `undefined` where it isn't a pointer. */
export function tokensOf(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer.slice(1).split("/").map((token) =>
    token.replaceAll("~1", "/").replaceAll("~0", "~")
  );
}

/** One key as it stands in a pointer. */
export function escapeToken(token: string | number): string {
  return typeof token === "number"
    ? String(token)
    : token.replaceAll("~", "~0").replaceAll("/", "~1");
}

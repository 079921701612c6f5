/**
 * Where paths lead: whether two spellings are one file, and what stands in which folder.
 *
 * @module
 */

/**
 * The place of a path, links followed, with slashes; of what isn't there yet, its nearest folder's
 * place with the rest of its names. Undefined where it can't be told, or not without asking for a
 * permission: nobody is to be asked for that.
 */
export function placeOf(path: string): string | undefined {
  const rest: string[] = [];
  for (let at = unended(slashed(path));;) {
    const found = realPlace(at === "" ? "." : at);
    if (found !== undefined) return joined(found, rest);
    if (at === "" || at.endsWith("/")) return undefined;
    const slash = at.lastIndexOf("/");
    rest.unshift(at.slice(slash + 1));
    at = unended(at.slice(0, slash + 1));
  }
}

/** Without slashes at its end, unless it is a root. */
function unended(path: string): string {
  const root = Deno.build.os === "windows" ? /^[A-Za-z]:\/+$/ : /^\/+$/;
  return root.test(path) ? path : path.replace(/(?<=[^/])\/+$/, "");
}

/** Names that aren't there yet, behind a place that is: `..` goes back, as it will when they are made. */
function joined(place: string, names: readonly string[]): string {
  const parts = place.replace(/\/$/, "").split("/");
  for (const name of names) {
    if (name === ".." && parts.length > 1) parts.pop();
    else if (name !== "." && name !== "..") parts.push(name);
  }
  return parts.join("/");
}

/** True where a path is a file that is there, at that place. */
export function isFileAt(path: string, place: string): boolean {
  if (path === "" || realPlace(path) !== place) return false;
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function realPlace(path: string): string | undefined {
  if (Deno.permissions.querySync({ name: "read", path }).state !== "granted") return undefined;
  try {
    return slashed(Deno.realPathSync(path));
  } catch {
    return undefined;
  }
}

function slashed(path: string): string {
  return Deno.build.os === "windows" ? path.replaceAll("\\", "/") : path;
}

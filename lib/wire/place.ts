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
  let at = slashed(path).replace(/(?<=[^/:])\/+$/, "");
  for (;;) {
    const found = realPlace(at === "" ? "." : at);
    if (found !== undefined) return [found.replace(/\/$/, ""), ...rest].join("/");
    if (at === "" || at.endsWith("/")) return undefined;
    const slash = at.lastIndexOf("/");
    rest.unshift(at.slice(slash + 1));
    const around = at.slice(0, slash + 1);
    // The root keeps its slash, and any other folder loses it.
    at = around.replace(/(?<=[^/:])\/+$/, "");
  }
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

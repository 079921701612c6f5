/**
 * A server of files on loopback, and a PATH with a few programs on it.
 *
 * @module
 */

/** What it serves, by name; anything else is 404. */
export type Files = Readonly<Record<string, string>>;

/** Serves files until it is disposed of. */
export function filesServer(files: Files): AsyncDisposable & { readonly url: string } {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const text = files[new URL(request.url).pathname.slice(1)];
    return text === undefined ? new Response("not here", { status: 404 }) : new Response(text);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** The SHA-256 of a text, hexadecimal. */
export async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Where a program is on this machine, if it is. */
export async function programAt(name: string): Promise<string | undefined> {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    try {
      if ((await Deno.stat(`${folder}/${name}`)).isFile) return `${folder}/${name}`;
    } catch {
      // Not in this one.
    }
  }
  return undefined;
}

/** Makes a folder of links to these programs, to be the whole PATH. Those that aren't here are left out. */
export async function pathOf(folder: string, programs: readonly string[]): Promise<string> {
  await Deno.mkdir(folder);
  for (const name of programs) {
    const found = await programAt(name);
    if (found !== undefined) await Deno.symlink(found, `${folder}/${name}`);
  }
  return folder;
}

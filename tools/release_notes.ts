/**
 * Prints the changelog's section of a version: the text of its release.
 *
 *   deno run --allow-read=CHANGELOG.md tools/release_notes.ts 0.1.0
 *
 * @module
 */

/** The text under a version's heading, of any level, without it; undefined where there is none. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const lines = changelog.split("\n");
  const heading = (line: string) => /^(#{2,6}) \[?v?(\d+\.\d+\.\d+[^\s,\]]*)/.exec(line);
  const start = lines.findIndex((line) => heading(line)?.[2] === version);
  if (start < 0) return undefined;
  const depth = heading(lines[start]!)![1]!.length;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => {
    const level = /^(#{1,6}) /.exec(line)?.[1]?.length;
    return level !== undefined && level <= depth;
  });
  const text = rest.slice(0, end < 0 ? rest.length : end).join("\n").trim();
  return text === "" ? undefined : `${text}\n`;
}

if (import.meta.main) {
  const version = Deno.args[0] ?? "";
  const text = sectionOf(await Deno.readTextFile("CHANGELOG.md"), version);
  if (text === undefined) {
    console.error(`Cannot find the section of ${version || "no version"} in CHANGELOG.md.`);
    Deno.exit(1);
  }
  await new Response(text).body!.pipeTo(Deno.stdout.writable);
}

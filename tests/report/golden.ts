/**
 * Golden files of the report formats. `deno run -R -W tests/report/golden.ts` writes them anew; read
 * the difference line by line before you keep it. Their suffix keeps formatters away.
 */
import { assertEquals } from "@std/assert";
import { type FormatName, formatNames, renderReport } from "../../lib/report/formats.ts";
import { hostileReport } from "./hostile.ts";
import { ordinaryReport } from "./sample.ts";

const SAMPLES = {
  ordinary: ordinaryReport,
  // What is far too long is tested apart: nobody can review it in a file.
  hostile: () => hostileReport("e".repeat(40)),
} as const;

function golden(sample: string, format: string): URL {
  return new URL(`testdata/${sample}.${format}.golden`, import.meta.url);
}

/** What is reviewed: a page without its style and script, which have tests of their own. */
async function reviewed(sample: keyof typeof SAMPLES, format: FormatName): Promise<string> {
  const text = await renderReport(format, SAMPLES[sample]());
  if (format !== "html") return text;
  return text
    .replace(/<style>[^]*?<\/style>/, "<style></style>")
    .replace(/<script>\(\(\) => [^]*<\/script>/, "<script></script>")
    .replaceAll(/'sha256-[^']+'/g, "'sha256-…'");
}

const names = Object.keys(SAMPLES) as (keyof typeof SAMPLES)[];

/** Compares what a format makes of both samples with the reviewed files. */
export async function assertGolden(format: FormatName): Promise<void> {
  for (const name of names) {
    assertEquals(
      await reviewed(name, format),
      await Deno.readTextFile(golden(name, format)),
      name,
    );
  }
}

if (import.meta.main) {
  for (const format of formatNames) {
    for (const name of names) {
      await Deno.writeTextFile(golden(name, format), await reviewed(name, format));
    }
  }
}

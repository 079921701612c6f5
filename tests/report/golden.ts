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

/** Compares what a format makes of both samples with the reviewed files. */
export async function assertGolden(format: FormatName): Promise<void> {
  for (const [name, make] of Object.entries(SAMPLES)) {
    assertEquals(renderReport(format, make()), await Deno.readTextFile(golden(name, format)), name);
  }
}

if (import.meta.main) {
  for (const format of formatNames) {
    for (const [name, make] of Object.entries(SAMPLES)) {
      await Deno.writeTextFile(golden(name, format), renderReport(format, make()));
    }
  }
}

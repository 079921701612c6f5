/**
 * `wt-inject surface record`: writes the golden of a surface.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import { safeJson } from "../report/json.ts";
import { visible } from "../report/visible.ts";
import { type Golden, goldenFile, goldenOf } from "../surface/golden.ts";
import { surfaceExitCode, type SurfaceProbe } from "../surface/probe.ts";
import { renderSurface, REPORTED_NOTE } from "../surface/render.ts";
import { segmentsOf } from "../surface/segments.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { complainAbout } from "./outputs.ts";
import type { PendingFile } from "./report_files.ts";
import { askSurface } from "./surface_ask.ts";
import { commitGolden, goldenPath, prepareGolden } from "./surface_golden.ts";
import { faultLines } from "./surface_text.ts";

/**
 * Records; a golden that stands there is kept as it was wherever that fails.
 *
 * @returns 0 written; 1 there is no surface, or none that a golden can hold; 3 nothing answered
 */
export async function run(args: Arguments, io: Io): Promise<number> {
  const secret = args.given("store-text");
  const overwrite = args.given("overwrite");
  const file = await prepareGolden(goldenPath(args), { overwrite, secret });
  try {
    const probe = await askSurface(args, io, {
      times: 2,
      reset: args.given("reset"),
      discard: file.discard,
    });
    if (typeof probe === "number") return probe;
    return await record(probe, file, { secret, overwrite }, args, io);
  } finally {
    file.discard();
  }
}

async function record(
  probe: SurfaceProbe,
  file: PendingFile,
  { secret, overwrite }: { readonly secret: boolean; readonly overwrite: boolean },
  args: Arguments,
  io: Io,
): Promise<number> {
  const asJson = args.text("format") === "json";
  if (probe.status === "unreachable" || probe.state.status !== "reported") {
    io.stdout.write(await renderSurface(probe, asJson ? "json" : "text", { show: false }));
    io.stderr.write(`Nothing was recorded: ${REASONS[probe.status] ?? "there is no surface"}.\n`);
    return surfaceExitCode(probe) || EXIT.violation;
  }
  const { state } = probe;
  const found = await segmentsOf(state, { asText: secret });
  if (!found.ok) {
    const faults = [...found.faults];
    if (asJson) io.stdout.write(`${safeJson({ outcome: "not recorded", faults }, 2)}\n`);
    io.stderr.write(
      ["Nothing was recorded: no golden can hold this surface.", ...faultLines(faults), ""]
        .join("\n"),
    );
    return EXIT.violation;
  }
  const golden = goldenOf(found.segments);
  try {
    await commitGolden(file, goldenFile(golden, secret ? state : undefined), overwrite);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable) && error instanceof Error) {
      if (error.name === "UsageError") throw error;
      complainAbout(file.path, error.message, io);
      return EXIT.ourFault;
    }
    throw error;
  }
  io.stdout.write(asJson ? asData(golden, file.path, secret) : asText(golden, file.path, secret));
  if (secret) io.stderr.write(`${SECRET_WARNING}\n`);
  if (probe.differences.length > 0) {
    const codes = [...new Set(probe.differences.map(({ code }) => code))].join(", ");
    io.stderr.write(
      `Warning: two probes gave two surfaces (${codes}): this golden won't match for long. ` +
        '"wt-inject surface probe" says what differs.\n',
    );
  }
  return EXIT.conforms;
}

const REASONS: Readonly<Record<string, string>> = {
  unreachable: "nothing was judged",
  unavailable: "the endpoint serves no surface",
  invalid: "the surface is invalid",
};

const SECRET_WARNING =
  "Warning: the golden holds the whole surface, which is the system prompt. Keep the file as private " +
  "as that; leave --store-text out for one that can be committed anywhere.";

function asText(golden: Golden, path: string, secret: boolean): string {
  const { tool_order, extra_segments } = golden;
  return [
    `Golden recorded: ${visible(path)} (${secret ? "hashes and text" : "hashes alone"})`,
    `  ${REPORTED_NOTE}`,
    `  tools: ${tool_order.length}, extra segments: ${extra_segments.size}`,
    "",
  ].join("\n");
}

function asData(golden: Golden, path: string, secret: boolean): string {
  const { tool_order, extra_segments, system_instructions } = golden;
  return `${
    safeJson({
      outcome: "recorded",
      label: "reported",
      note: REPORTED_NOTE,
      golden: path,
      stores_text: secret,
      system_instructions,
      tools: tool_order.length,
      extra_segments: extra_segments.size,
    }, 2)
  }\n`;
}

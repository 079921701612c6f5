/**
 * `wt-inject schema`: JSON Schemas on standard output.
 *
 * @module
 */
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { SCHEMA_NAMES } from "./schema_names.ts";

/** Prints one schema, or the names of all. */
export async function run(args: Arguments, io: Io): Promise<number> {
  const name = args.positionals[0];
  io.stdout.write(
    name === undefined
      ? `${SCHEMA_NAMES.join("\n")}\n`
      : `${JSON.stringify(await schemaOf(name), null, 2)}\n`,
  );
  return 0;
}

async function schemaOf(name: string): Promise<unknown> {
  if (name === "report") return (await import("../report/schema.ts")).reportJsonSchema();
  if (name === "profile") return (await import("./profile_schema.ts")).profileJsonSchema();
  if (name === "scenario") return (await import("../scenario/schema.ts")).scenarioJsonSchema();
  if (name === "run-report") {
    return (await import("../run/saved_run_report.ts")).runReportJsonSchema();
  }
  if (name === "baseline") {
    return (await import("../report/baseline_schema.ts")).baselineJsonSchema();
  }
  if (name === "target") {
    return (await import("../corpus/live/target_schema.ts")).targetJsonSchema();
  }
  if (name === "adapter-input" || name === "adapter-output") {
    const { request, answer } = (await import("../certify/protocol.ts")).adapterSchemas();
    return name === "adapter-input" ? request : answer;
  }
  const { envelopeJsonSchema, envelopeSchemas } = await import("../contract/envelopes.ts");
  const kind = (Object.keys(envelopeSchemas) as (keyof typeof envelopeSchemas)[])
    .find((one) => one === name);
  if (kind === undefined) throw new Error(`no schema is known for ${name}`);
  return envelopeJsonSchema(kind);
}

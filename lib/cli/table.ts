/**
 * The command table: every command, flag and example there is. Data alone, loaded by every start.
 *
 * @module
 */
import type { Command } from "./command.ts";
import { canaryCommand } from "./table_canary.ts";
import { chatCommand } from "./table_chat.ts";
import { completionsCommand } from "./table_completions.ts";
import { conformCommand } from "./table_conform.ts";
import {
  corpusCopyCommand,
  corpusExplainCommand,
  corpusListCommand,
  corpusMatrixCommand,
  corpusShowCommand,
  corpusVerifyCommand,
} from "./table_corpus.ts";
import { corpusRunCommand } from "./table_corpus_run.ts";
import { certifyCommand, selftestCommand } from "./table_proof.ts";
import { ratifyCommand } from "./table_ratify.ts";
import { reportBadgeCommand, reportDiffCommand, reportViewCommand } from "./table_report.ts";
import { reportMergeCommand, rescoreCommand } from "./table_rescore.ts";
import { runCommand } from "./table_run.ts";
import {
  surfaceCheckCommand,
  surfaceDiffCommand,
  surfaceProbeCommand,
  surfaceRecordCommand,
} from "./table_surface.ts";
import { gatewayCommand, sendCommand, serveCommand } from "./table_wire.ts";
import {
  explainCommand,
  helpCommand,
  listCommand,
  schemaCommand,
  versionCommand,
} from "./table_reference.ts";

/** All commands, in the order in which help lists them. A name of two words belongs to a group. */
export const COMMANDS: readonly Command[] = [
  conformCommand,
  canaryCommand,
  surfaceProbeCommand,
  surfaceRecordCommand,
  surfaceDiffCommand,
  surfaceCheckCommand,
  runCommand,
  rescoreCommand,
  sendCommand,
  chatCommand,
  serveCommand,
  certifyCommand,
  ratifyCommand,
  corpusRunCommand,
  corpusListCommand,
  corpusShowCommand,
  corpusExplainCommand,
  corpusVerifyCommand,
  corpusCopyCommand,
  corpusMatrixCommand,
  gatewayCommand,
  selftestCommand,
  reportViewCommand,
  reportDiffCommand,
  reportBadgeCommand,
  reportMergeCommand,
  listCommand,
  explainCommand,
  schemaCommand,
  completionsCommand,
  versionCommand,
  helpCommand,
];

/** The command of a name, if there is one. */
export function commandNamed(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}

/** The commands whose first word this is and that need a second; empty where it is no group. */
export function groupNamed(word: string): readonly Command[] {
  return COMMANDS.filter(({ name }) => name.startsWith(`${word} `));
}

/** The words that a command line may begin with. */
export function commandWords(): readonly string[] {
  return [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0]!))];
}

/**
 * The command table: every command, flag and example there is. Data alone, loaded by every start.
 *
 * @module
 */
import type { Command } from "./command.ts";
import { canaryCommand } from "./table_canary.ts";
import { conformCommand } from "./table_conform.ts";
import {
  corpusCopyCommand,
  corpusListCommand,
  corpusRunCommand,
  corpusShowCommand,
  corpusVerifyCommand,
} from "./table_corpus.ts";
import { certifyCommand, selftestCommand } from "./table_proof.ts";
import { ratifyCommand } from "./table_ratify.ts";
import { reportDiffCommand, reportViewCommand } from "./table_report.ts";
import { surfaceProbeCommand } from "./table_surface.ts";
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
  sendCommand,
  serveCommand,
  certifyCommand,
  ratifyCommand,
  corpusRunCommand,
  corpusListCommand,
  corpusShowCommand,
  corpusVerifyCommand,
  corpusCopyCommand,
  gatewayCommand,
  selftestCommand,
  reportViewCommand,
  reportDiffCommand,
  listCommand,
  explainCommand,
  schemaCommand,
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

/**
 * The command table: every command, flag and example there is. Data alone, loaded by every start.
 *
 * @module
 */
import type { Command } from "./command.ts";
import { conformCommand } from "./table_conform.ts";
import { sendCommand, serveCommand } from "./table_wire.ts";
import {
  explainCommand,
  helpCommand,
  listCommand,
  schemaCommand,
  versionCommand,
} from "./table_reference.ts";

/** All commands, in the order in which help lists them. */
export const COMMANDS: readonly Command[] = [
  conformCommand,
  sendCommand,
  serveCommand,
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

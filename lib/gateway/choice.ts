/**
 * The tool choice that may be sent along.
 *
 * @module
 */
import type { NeutralChoice, NeutralRequest } from "./neutral.ts";
import { refusal } from "./trouble.ts";

/**
 * 4.3: "tool_choice must not be sent when no tools remain". One that asks for a call can't be left out
 * either: what no vendor accepts would come back as an answer.
 */
export function choiceOf({ tools, choice }: NeutralRequest): NeutralChoice | undefined {
  if (tools.length > 0 || choice === undefined) return choice;
  if (choice === "auto" || choice === "none") return undefined;
  throw refusal("tool_choice asks for a tool call, and there are no tools", "/tool_choice");
}

/**
 * `wt-inject send`: one turn through the driver.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import {
  ContractError,
  HttpInject,
  type InjectResult,
  TransportError,
} from "../driver/http_inject.ts";
import { toOpenAiResponse } from "../driver/openai.ts";
import { newSessionId } from "../driver/session_id.ts";
import { DEFAULT_TIMEOUT_S } from "../driver/settings.ts";
import { safeJson } from "../report/json.ts";
import type { Arguments } from "./arguments.ts";
import { interruptible } from "./interrupt.ts";
import type { Io } from "./io.ts";
import { requireNet } from "./permission.ts";
import { failureJson, failureText, turnJson, turnText } from "./send_text.ts";
import { targetUrl, timeoutFromEnvironment } from "./target.ts";

/**
 * Sends one turn, once.
 *
 * @returns 0 for any turn that keeps the contract, 1 for one that breaks it, 3 where none came
 * @throws UsageError before anything is sent
 */
export async function run(args: Arguments, io: Io): Promise<number> {
  if (args.given("openai") && args.text("format") === "text") {
    throw new UsageError(
      "Cannot use --openai with --format text: a chat completion is JSON",
      "Leave one of them out.",
    );
  }
  const driver = new HttpInject({
    baseUrl: targetUrl(args.text("url"), io),
    timeoutS: args.number("timeout") ?? timeoutFromEnvironment(io) ?? DEFAULT_TIMEOUT_S,
  });
  const session = args.text("session") ?? newSessionId();
  const text = args.positionals[0] === "-" ? await readTurn(io) : args.positionals[0]!;
  await requireNet(driver.baseUrl);
  const asJson = args.text("format") === "json";
  let result: InjectResult;
  try {
    result = await interruptible(io, {}, (signal) => driver.inject(session, text, { signal }));
  } catch (error) {
    if (!(error instanceof ContractError) && !(error instanceof TransportError)) throw error;
    if (asJson) io.stdout.write(failureJson(driver.baseUrl, session, error));
    io.stderr.write(failureText(error));
    return exitCodeOf(error);
  }
  if (args.given("openai")) io.stdout.write(`${safeJson(toOpenAiResponse(result), 2)}\n`);
  else if (asJson) io.stdout.write(turnJson(driver.baseUrl, session, result));
  else io.stdout.write(turnText(session, result));
  if (result.error !== undefined) {
    io.stderr.write("The agent reported an error. That is an answer: the contract is kept.\n");
  }
  return EXIT.conforms;
}

/** An answer past a bound of ours broke no clause: it could not be judged. */
export function exitCodeOf(error: ContractError | TransportError): number {
  if (error instanceof ContractError) {
    return error.violations.length > 0 ? EXIT.violation : EXIT.incomplete;
  }
  return error.kind === "aborted" ? EXIT.interrupted : EXIT.incomplete;
}

async function readTurn(io: Io): Promise<string> {
  const bytes = await io.readInput();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError("Cannot send standard input: it isn't UTF-8", "Convert it first.");
  }
}

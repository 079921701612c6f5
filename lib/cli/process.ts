/**
 * The command line as this process: real streams, real signals, a real exit code.
 *
 * @module
 */
import { processIo } from "./io.ts";
import { complain, main } from "./main.ts";
import { giveUpTheRest } from "./needs.ts";

/**
 * Runs the command line of this process and ends it. What nobody caught ends with exit code 4 too:
 * the runtime's own answer, 1, would read as a verdict.
 */
export async function runProcess(): Promise<never> {
  const io = processIo();
  // Under `deno run` the permissions are the user's, who may be asked for more.
  if (Deno.build.standalone) giveUpTheRest(Deno.args);
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    Deno.exit(complain(event.reason, Deno.args, io));
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    Deno.exit(complain(event.error ?? event.message, Deno.args, io));
  });
  return Deno.exit(await main(Deno.args, io));
}

/**
 * Ctrl-C in a chat: it ends a turn in flight. Where nothing is in flight, it forgets the lines that were
 * begun, and twice in a row it ends the chat.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import type { Io } from "./io.ts";

/** Ctrl-C, taken care of. */
export interface Interrupts {
  /** Does what Ctrl-C may abort. */
  readonly during: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
  /** True, once, after a Ctrl-C at the prompt. */
  readonly dropped: () => boolean;
  readonly release: () => void;
}

/** Takes care of SIGINT and SIGTERM until it is released. */
export function interruptsOf(io: Io): Interrupts {
  let flight: AbortController | undefined;
  let pressed = false;
  const release = io.onStop(() => {
    if (flight !== undefined && !flight.signal.aborted) return flight.abort();
    // Nobody presses keys at a pipe: whoever sends it a signal means the whole.
    if (pressed || flight !== undefined || !io.inputTty) io.exit(EXIT.interrupted);
    pressed = true;
    io.stderr.write("\nCtrl-C once more, Ctrl-D or /quit ends the chat.\n> ");
  });
  return {
    async during(work) {
      pressed = false;
      flight = new AbortController();
      try {
        return await work(flight.signal);
      } finally {
        flight = undefined;
      }
    },
    dropped() {
      const was = pressed;
      pressed = false;
      return was;
    },
    release,
  };
}

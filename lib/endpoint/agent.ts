/**
 * What an agent must offer to be benched: two methods and, if it likes, a third.
 *
 * @module
 */

/** A tool call as the contract carries it. */
export interface ToolCall {
  /** The bare tool name, as the agent invoked it. */
  readonly name: string;
  /** An object, never a string of JSON. */
  readonly arguments: Record<string, unknown>;
}

/** One user turn, as an agent gets it. */
export interface Turn {
  /** Opaque and minted by the driver. One never seen before is a fresh session. */
  readonly sessionId: string;
  /** The newest user turn, word for word. The history is the agent's own, keyed by `sessionId`. */
  readonly text: string;
  /** The deadline, seconds, as the driver sent it. Enforced by the handler through `signal`. */
  readonly timeoutS: number;
  /**
   * Fires when the turn is over: its deadline has passed, a reset came, or the driver went away. The
   * answer has been given by then, so what the agent returns is dropped. **A turn whose signal has
   * fired must write no history**: check `signal.aborted` right before committing it.
   */
  readonly signal: AbortSignal;
  /**
   * Reports a tool call as it is made, so that it is told even if the turn then expires or throws.
   * The arguments are copied at once.
   */
  called(name: string, args: Record<string, unknown>): void;
}

/** An agent's answer to a turn. */
export interface TurnResult {
  /** The final text for the user. Empty only where `error` is set. */
  readonly reply: string;
  /** Every call, in invocation order. Absent: the calls reported through {@linkcode Turn.called}. */
  readonly toolCalls?: readonly ToolCall[] | undefined;
  /** Why the agent failed; not empty. Absent where it didn't. */
  readonly error?: string | undefined;
}

/** The prompt surface: all the text that steers the model beyond the conversation. */
export interface Surface {
  /** The system prompt as text parts, in source order. */
  system_instructions: { type: string; content: string }[];
  /** The tools, in manifest order. The schemas are JSON Schema. */
  tool_definitions: {
    name: string;
    description?: string;
    input_schema?: object;
    result_schema?: object;
  }[];
  /** Text that the framework adds, under stable names. */
  extra_segments: { name: string; content: string }[];
}

/** An agent behind the contract. */
export interface Agent {
  /**
   * Takes one user turn. Turns of a session come one at a time, those of different sessions at once.
   * What it throws becomes the turn's `error`: the message, never the stack.
   */
  inject(turn: Turn): Promise<TurnResult>;
  /**
   * Destroys all state of all sessions, derived state too, and settles only when it is gone. No
   * turn runs while it does. Throws where it could not: the run then ends.
   */
  reset(): Promise<void> | void;
  /** Reports what a fresh session's next turn would be composed from. Absent: the route is 404. */
  surface?(): Promise<Surface> | Surface;
}

/**
 * What a writer of answers has to know besides the answer.
 *
 * @module
 */
import type { JsonText, NeutralRequest } from "./neutral.ts";

/** One answer's surroundings. */
export interface AnswerContext {
  /** The model that was asked for; told where the upstream names none. */
  readonly model: string;
  /** Whether a Chat stream tells its usage. */
  readonly usageWanted: boolean;
  /** What a Responses answer repeats of its request. */
  readonly echo: Readonly<Record<string, JsonText>>;
  /** Seconds since 1970. */
  readonly createdS: number;
  /** Stands in ids where the upstream gave none. */
  readonly unique: string;
}

/** The surroundings of the answer to a request. */
export function contextOf(request: NeutralRequest): AnswerContext {
  return {
    model: request.model,
    usageWanted: request.usageWanted,
    echo: request.echo,
    createdS: Math.floor(Date.now() / 1000),
    unique: crypto.randomUUID().replaceAll("-", ""),
  };
}

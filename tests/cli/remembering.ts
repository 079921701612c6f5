/**
 * An endpoint with a memory, for the canary: its agent repeats what was said to it, and what a reset
 * leaves behind is up to the test.
 *
 * @module
 */
import { type Answers, type SmallEndpoint, smallEndpoint } from "./endpoint.ts";

/** How it forgets. */
export interface Forgetting {
  /** What a reset wipes; both, unless told otherwise. */
  readonly wipes?: "sessions" | "store" | "nothing";
  /** Told of the store's text whenever it changes: a file that somebody may look into. */
  readonly stored?: (text: string) => void;
}

/**
 * Serves an agent whose every reply is all that its session was told. The store holds each turn too, and
 * can be had at `/store`.
 */
export function rememberingEndpoint({ wipes, stored }: Forgetting = {}): SmallEndpoint {
  const sessions = new Map<string, string[]>();
  let store = "";
  const keep = (text: string) => {
    store = text;
    stored?.(text);
  };
  keep("");
  const answers: Answers = {
    "/wt/inject"({ session_id, text }) {
      const id = String(session_id);
      const told = [...(sessions.get(id) ?? []), String(text)];
      sessions.set(id, told);
      keep(`${store}${text}\n`);
      return Response.json({ wt_inject: 1, reply: told.join("\n"), tool_calls: [] });
    },
    "/wt/reset"() {
      if (wipes === undefined || wipes === "sessions") sessions.clear();
      if (wipes === undefined || wipes === "store") keep("");
      return Response.json({ wt_inject: 1 });
    },
    "/store": () => new Response(store),
  };
  return smallEndpoint(answers);
}

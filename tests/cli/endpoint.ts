/**
 * A small endpoint for the command line to talk to, written by hand: none of the project's own code
 * is in it.
 *
 * @module
 */

/** What is served, and what has come. */
export interface SmallEndpoint extends AsyncDisposable {
  readonly url: string;
  /** Paths, in the order in which requests came. */
  readonly paths: readonly string[];
  /** The bodies that came with them. */
  readonly bodies: readonly Record<string, unknown>[];
}

/** Answers other than the ordinary ones, by path. */
export type Answers = Readonly<
  Record<string, (body: Record<string, unknown>) => Response | Promise<Response>>
>;

const ORDINARY: Answers = {
  "/wt/inject": () => Response.json({ wt_inject: 1, reply: "Good morning.", tool_calls: [] }),
  "/wt/reset": () => Response.json({ wt_inject: 1 }),
};

/** Serves on loopback. */
export function smallEndpoint(answers: Answers = {}, port = 0): SmallEndpoint {
  const paths: string[] = [];
  const bodies: Record<string, unknown>[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const body = await request.json().catch(() => ({}));
    paths.push(pathname);
    bodies.push(body);
    const answer = answers[pathname] ?? ORDINARY[pathname];
    return answer === undefined ? new Response(null, { status: 404 }) : await answer(body);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    paths,
    bodies,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A loopback URL at which nothing listens. */
export function deadUrl(): string {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return `http://127.0.0.1:${port}`;
}

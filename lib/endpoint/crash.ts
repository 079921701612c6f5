/**
 * An endpoint that crashes when it is asked to, so that one can see what becomes of a run then.
 *
 * @module
 */

/** The words at which it does. */
export const CRASH_PROMPT = "Simulate a crash of the endpoint.";

/** The same handler, but a turn of {@linkcode CRASH_PROMPT} is answered with 500, outside the contract. */
export function crashingOnDemand(
  handler: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const bytes = await request.bytes();
    if (isCrash(bytes)) return new Response("simulated crash\n", { status: 500 });
    return await handler(new Request(request, { body: bytes }));
  };
}

function isCrash(bytes: Uint8Array): boolean {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)).text === CRASH_PROMPT;
  } catch {
    return false;
  }
}

/**
 * Deno's permissions, asked about before anything is done with them.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";

/**
 * Makes sure that the network may be used to reach a URL. On a terminal Deno asks the user.
 *
 * @throws UsageError where it may not: the target is then not unreachable, it was never tried
 */
export async function requireNet(url: string): Promise<void> {
  const { hostname, port, protocol } = new URL(url);
  const host = `${hostname}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}`;
  const { state } = await Deno.permissions.request({ name: "net", host });
  if (state === "granted") return;
  throw new UsageError(
    `Cannot reach ${url}: Deno withholds the network for ${host}`,
    `Run it again with --allow-net=${hostname}.`,
  );
}

/**
 * Makes sure that this machine's own loopback may be used, at any port. On a terminal Deno asks the user.
 *
 * @param what needs it, for the message
 * @throws UsageError where it may not
 */
export async function requireLoopback(what: string): Promise<void> {
  const { state } = await Deno.permissions.request({ name: "net", host: "127.0.0.1" });
  if (state === "granted") return;
  throw new UsageError(
    `Cannot ${what}: Deno withholds the network for 127.0.0.1`,
    "Run it again with --allow-net=127.0.0.1.",
  );
}

/**
 * Makes sure that a program may be run. On a terminal Deno asks the user.
 *
 * @param what needs it, for the message
 * @throws UsageError where it may not
 */
export async function requireRun(program: string, what: string): Promise<void> {
  const { state } = await Deno.permissions.request({ name: "run", command: program });
  if (state === "granted") return;
  throw new UsageError(
    `Cannot run ${what}: Deno withholds the permission to run ${program}`,
    `Run it again with --allow-run=${program}.`,
  );
}

/**
 * Makes sure that any program may be run: only then does Deno let a process group be ended, with all
 * that a program has started. On a terminal Deno asks the user.
 *
 * @param what needs it, for the message
 * @throws UsageError where it may not
 */
export async function requireRunAll(program: string, what: string): Promise<void> {
  const { state } = await Deno.permissions.request({ name: "run" });
  if (state === "granted") return;
  throw new UsageError(
    `Cannot run ${what}: Deno withholds the permission to run ${program} and to end it with all ` +
      "that it starts",
    "Run it again with --allow-run, without a list: Deno ends a process group for nobody else.",
  );
}

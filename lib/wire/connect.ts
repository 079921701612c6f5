/**
 * One connection to a host, over each of its addresses in turn until one answers. Nothing of a
 * request is sent here, so trying the next address can never send one twice.
 *
 * @module
 */
import type { FaultKind } from "./exchange.ts";
import type { Target } from "./http_write.ts";

/** Why there is no connection. */
export class ConnectFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** How names and addresses are reached; the platform's own unless a test says otherwise. */
export interface Dialer {
  /** Opens a TCP connection to a name or an address (IPv6 without brackets). */
  connect(hostname: string, port: number, signal: AbortSignal): Promise<Deno.TcpConn>;
  /** More addresses of a name that did not answer, without asking the user for a permission. */
  addresses(hostname: string, port: number, signal: AbortSignal): Promise<readonly string[]>;
}

/** The platform's sockets and resolver. */
export const systemDialer: Dialer = {
  connect: (hostname, port, signal) => Deno.connect({ hostname, port, signal }),
  async addresses(hostname, port, signal) {
    if (hostname === "localhost" || hostname.endsWith(".localhost")) {
      // RFC 6761 6.3: such names are loopback. Not every hosts file knows the IPv6 one.
      return ["::1", "127.0.0.1"].filter((address) => mayReach(hostOf(address, port)));
    }
    // Without leave for the whole net a look-up would ask for the name server's address.
    if (!mayReach()) return [];
    const found = await Promise.allSettled([
      Deno.resolveDns(hostname, "AAAA", { signal }),
      Deno.resolveDns(hostname, "A", { signal }),
    ]);
    return found.flatMap((result) => result.status === "fulfilled" ? result.value : []);
  },
};

/**
 * Connects, with TLS where the target is secure. The name itself goes first: the system's resolver
 * knows hosts files and search domains. Deno before 2.9 gives up after the name's first address, so
 * the others follow, but only where the fault says that nobody was there.
 *
 * Throws {@linkcode ConnectFault}; what `signal` was aborted with or an error of Deno's after an
 * abort; and Deno's own NotCapable where the run lacks a permission.
 */
export function dial(
  target: Target,
  signal: AbortSignal,
  dialer: Dialer,
  caCerts: readonly string[],
): Promise<Deno.Conn> {
  const reached = reach(target, signal, dialer);
  if (!target.secure) return reached;
  return reached.then((conn) => secured(conn, target, signal, caCerts));
}

async function reach(target: Target, signal: AbortSignal, dialer: Dialer): Promise<Deno.TcpConn> {
  const { hostname, port } = target;
  try {
    return await dialer.connect(hostname, port, signal);
  } catch (error) {
    return await elsewhere(faultOf(error, hostname, port, signal), target, signal, dialer);
  }
}

/** A connection to another address of a name, after the fault of the first. */
async function elsewhere(
  first: ConnectFault,
  { hostname, port }: Target,
  signal: AbortSignal,
  dialer: Dialer,
): Promise<Deno.TcpConn> {
  if (isAddress(hostname) || !worthAnother(first)) throw first;
  const others = await dialer.addresses(hostname, port, signal);
  const faults = [first];
  for (const address of others) {
    try {
      return await dialer.connect(address, port, signal);
    } catch (error) {
      faults.push(faultOf(error, address, port, signal));
    }
  }
  if (others.length === 0) throw first;
  // "Refused" proves that a host is there, which says more than that another address is not.
  const told = faults.find((fault) => fault.kind === "refused") ?? first;
  throw new ConnectFault(told.kind, `${first.message} (nor at ${others.join(", ")})`);
}

/** The fault that an error of connecting stands for. Throws an error that is none. */
function faultOf(
  error: unknown,
  hostname: string,
  port: number,
  signal: AbortSignal,
): ConnectFault {
  if (signal.aborted || error instanceof Deno.errors.NotCapable) throw error;
  const [kind, reason] = connectFaultOf(error, isAddress(hostname));
  const message = `Cannot connect to ${hostOf(hostname, port)}: ${reason}`;
  return new ConnectFault(kind, message, { cause: error });
}

async function secured(
  tcp: Deno.TcpConn,
  { hostname, port }: Target,
  signal: AbortSignal,
  caCerts: readonly string[],
): Promise<Deno.TlsConn> {
  let tls: Deno.TlsConn;
  try {
    // Else the request waits for the acknowledgement of the handshake's last flight: 40 ms.
    tcp.setNoDelay();
    tls = await Deno.startTls(tcp, {
      hostname,
      caCerts: [...caCerts],
      alpnProtocols: ["http/1.1"],
    });
  } catch (error) {
    closeQuietly(tcp);
    throw new TypeError(`Cannot start TLS: ${textOf(error)}; look at caCerts`, { cause: error });
  }
  const stop = () => closeQuietly(tls);
  signal.addEventListener("abort", stop);
  try {
    if (signal.aborted) throw signal.reason;
    await tls.handshake();
    return tls;
  } catch (error) {
    closeQuietly(tls);
    if (signal.aborted) throw error;
    const kind = isReset(error) ? "reset" : "tls";
    const reason = error instanceof Deno.errors.UnexpectedEof
      ? "the peer closed during the handshake"
      : textOf(error);
    const message = `Cannot set up TLS with ${hostOf(hostname, port)}: ${reason}`;
    throw new ConnectFault(kind, message, { cause: error });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Closes what may be closed already. */
export function closeQuietly(conn: { close(): void }): void {
  try {
    conn.close();
  } catch {
    // Already closed: by the deadline, or by a fault on the way.
  }
}

/** True of the errors by which a peer breaks a connection. */
export function isReset(error: unknown): boolean {
  return error instanceof Deno.errors.ConnectionReset ||
    error instanceof Deno.errors.ConnectionAborted || error instanceof Deno.errors.BrokenPipe;
}

/** An error's own words, on one line. */
export function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ");
}

/** Codes of the errors that say that no host was found at an address, or no way to it. */
const UNREACHABLE = new Set([
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ETIMEDOUT",
  "EADDRNOTAVAIL",
  "EAFNOSUPPORT",
  // An address that needs a scope (fe80::) and has none.
  "EINVAL",
]);

function connectFaultOf(error: unknown, literal: boolean): readonly [FaultKind, string] {
  if (error instanceof Deno.errors.ConnectionRefused) return ["refused", "connection refused"];
  if (isReset(error)) return ["reset", "the peer reset the connection"];
  const reason = textOf(error);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code === "string" && UNREACHABLE.has(code)) return ["unreachable", reason];
  if (error instanceof Deno.errors.TimedOut) return ["unreachable", reason];
  // What the resolver says has neither a class nor a code; the errors of sockets have both.
  const lookup = code === undefined && !literal &&
    (error instanceof Deno.errors.NotFound ||
      (error instanceof Error && error.constructor === Error));
  return [lookup ? "dns" : "io", reason];
}

function worthAnother({ kind }: ConnectFault): boolean {
  return kind === "refused" || kind === "unreachable" || kind === "dns";
}

function isAddress(hostname: string): boolean {
  return hostname.includes(":") || /^[0-9.]+$/.test(hostname);
}

function hostOf(hostname: string, port: number): string {
  return hostname.includes(":") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

function mayReach(host?: string): boolean {
  const descriptor = { name: "net", ...(host === undefined ? {} : { host }) } as const;
  return Deno.permissions.querySync(descriptor).state === "granted";
}

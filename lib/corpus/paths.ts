/**
 * The adapter paths: an explicit table. A manifest names its rows; it never makes one.
 *
 * @module
 */
import { type Dialect, DIALECTS } from "./transcript.ts";

/** A way through a gateway: what the client speaks, and what the upstream speaks. */
export type GatewayPath = `${Dialect}-to-${Dialect}`;

/** A row of the table: a way through a gateway, or an agent loop with an injected model caller. */
export type AdapterPath = GatewayPath | "agent";

/** The two ends of a way through a gateway. */
export interface Ends {
  readonly client: Dialect;
  readonly upstream: Dialect;
}

const ENDS: Readonly<Record<GatewayPath, Ends>> = {
  "chat-to-chat": { client: "chat", upstream: "chat" },
  "messages-to-chat": { client: "messages", upstream: "chat" },
  "responses-to-chat": { client: "responses", upstream: "chat" },
  "messages-to-messages": { client: "messages", upstream: "messages" },
  "chat-to-messages": { client: "chat", upstream: "messages" },
  "responses-to-messages": { client: "responses", upstream: "messages" },
  "responses-to-responses": { client: "responses", upstream: "responses" },
  "chat-to-responses": { client: "chat", upstream: "responses" },
  "messages-to-responses": { client: "messages", upstream: "responses" },
};

/** The nine ways through a gateway, in the order in which reports list them. */
export const GATEWAY_PATHS = Object.keys(ENDS) as readonly GatewayPath[];

/** Every row, the agent's last. */
export const ADAPTER_PATHS: readonly AdapterPath[] = [...GATEWAY_PATHS, "agent"];

/** True of the name of a row. */
export function isAdapterPath(name: string): name is AdapterPath {
  return (ADAPTER_PATHS as readonly string[]).includes(name);
}

/** What is spoken at the two ends; undefined for the agent, whose requests cross no wire. */
export function endsOf(path: AdapterPath): Ends | undefined {
  return path === "agent" ? undefined : ENDS[path];
}

/**
 * A pattern over ways through a gateway, most specific first: a row, `chat-to-*` (every upstream of a
 * client's dialect), `*-to-chat` (every client of an upstream's).
 */
export type PathPattern = AdapterPath | `${Dialect}-to-*` | `*-to-${Dialect}`;

/** Every pattern there is. */
export const PATH_PATTERNS: readonly PathPattern[] = [
  ...ADAPTER_PATHS,
  ...DIALECTS.map((dialect) => `${dialect}-to-*` as const),
  ...DIALECTS.map((dialect) => `*-to-${dialect}` as const),
];

/** True where a pattern covers a path. */
export function covers(pattern: PathPattern, path: AdapterPath): boolean {
  if (pattern === path) return true;
  const ends = endsOf(path);
  return ends !== undefined &&
    (pattern === `${ends.client}-to-*` || pattern === `*-to-${ends.upstream}`);
}

/** Where the clients and upstreams of each dialect post to, below the base URL. */
export const ROUTES: Readonly<Record<Dialect, string>> = {
  chat: "/v1/chat/completions",
  messages: "/v1/messages",
  responses: "/v1/responses",
};

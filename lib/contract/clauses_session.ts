/**
 * The session model and the inject request.
 *
 * @module
 */
import { type Clause, section } from "./clauses_row.ts";

/** The session model: its clauses. */
export const SESSION: readonly Clause[] = section("Session", [
  {
    id: "session.driver-mints",
    who: "D",
    level: "MUST",
    statement: "the driver mints an opaque session_id",
    sentence: "The driver mints session_id (an opaque string).",
  },
  {
    id: "session.unknown-is-fresh",
    who: "E",
    level: "MUST",
    statement: "an unknown session_id is a fresh session, with no registration",
    sentence:
      "The endpoint must treat an unknown session_id as a fresh session — no registration handshake.",
  },
  {
    id: "session.memory",
    who: "E",
    level: "MUST",
    cooperative: true,
    statement:
      "the endpoint owns the history, keyed by session_id: a known id continues its conversation",
    sentence: "the agent process owns its own conversation memory, keyed by session_id.",
  },
  {
    id: "session.newest-turn",
    who: "D",
    level: "MUST",
    statement: "a request carries the newest user turn only",
    also: ["Request"],
    sentence:
      "Each inject request carries only the newest user turn (text), not the conversation history",
  },
  {
    id: "session.serialized",
    who: "D",
    level: "MUST",
    statement: "one inject at a time in a session",
    sentence:
      "Requests within a session are serialized: the driver sends one inject at a time per session and waits for the response.",
  },
  {
    id: "session.identity-off-wire",
    who: "B",
    level: "MUST",
    statement: "endpoint-internal identities never appear on the wire",
    sentence:
      "Endpoint-internal identity (user ids, chat ids, tenant ids) is the endpoint's business. It may derive them from session_id however it likes; they never appear on the wire.",
    partly_excluded:
      "An endpoint isn't judged: an unknown response field is legal, and no judge can tell an identity from another field.",
    unjudged: ["E"],
  },
  {
    id: "session.isolated",
    who: "E",
    level: "MUST",
    cooperative: true,
    statement: "memory is keyed by session_id: two sessions don't see each other's turns",
    sentence: "the agent process owns its own conversation memory, keyed by session_id.",
  },
]);

/** The inject request: its clauses. */
export const REQUEST: readonly Clause[] = section("Request", [
  {
    id: "request.fields",
    who: "D",
    level: "MUST",
    statement: "wt_inject, session_id, text, timeout_s are all present with their types",
    sentence:
      "wt_inject — protocol version, integer, required. • session_id — opaque string, required, minted by the driver. Unknown value ⇒ fresh session. • text — the user turn, string, required. Only the newest turn; history lives endpoint-side (§ The session model). • timeout_s — number, required.",
  },
  {
    id: "request.text-verbatim",
    who: "D",
    level: "MUST",
    derived: true,
    statement: "text is sent as it was given",
    sentence: "text — the user turn, string, required.",
  },
  {
    id: "request.text-received",
    who: "E",
    level: "SHOULD",
    derived: true,
    cooperative: true,
    statement: "text reaches the agent as it was sent",
    sentence: "Deliver one user turn, get the agent's reply",
  },
  {
    id: "request.refused",
    who: "E",
    level: "SHOULD",
    derived: true,
    statement:
      "a body that isn't JSON, or lacks wt_inject, session_id or text, gets a non-200 or an error envelope, never a reply; a missing timeout_s may be defaulted",
    also: ["Errors"],
    sentence:
      "Contract-level failure (non-200 status, unparseable body, missing required key, version mismatch)",
  },
  {
    id: "request.timeout",
    who: "E",
    level: "SHOULD",
    statement: "the endpoint enforces timeout_s: an answer has come by timeout_s + 5 s",
    also: ["Errors"],
    sentence:
      "The endpoint should enforce it and return an agent-level error envelope (below) when it expires, rather than letting the transport time out.",
  },
]);

/**
 * Transport and versioning, explained.
 *
 * @module
 */
import { type Explanations, lines } from "./explain_text.ts";

/** Transport: its explanations. */
export const TRANSPORT: Explanations = {
  "transport.inject-route": {
    why:
      "A driver has one way to deliver a turn. With the route under another path, or behind another method, no turn reaches the agent, and a run ends before it has tested anything.",
    good: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s1","text":"Hello","timeout_s":120}',
      '← 200 {"wt_inject":1,"reply":"Good morning.","tool_calls":[]}',
    ),
    bad: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s1","text":"Hello","timeout_s":120}',
      "← 404 Not Found (the route is mounted as /api/inject)",
    ),
    mend:
      "Serve POST /wt/inject, spelled so, straight under the base URL. If a proxy adds a prefix, make the prefix part of the base URL that the driver is given.",
  },
  "transport.reset-route": {
    why:
      "The driver wipes state before every run, and a wipe that fails ends the run. An endpoint without the route can't be benched at all, however well it answers turns.",
    good: lines('→ POST /wt/reset {"wt_inject":1}', '← 200 {"wt_inject":1}'),
    bad: lines(
      '→ POST /wt/reset {"wt_inject":1}',
      "← 405 Method Not Allowed (served for DELETE only)",
    ),
    mend:
      "Serve POST /wt/reset, and let it destroy every session and all that was derived from them before it answers. An agent without any state answers 200 at once.",
  },
  "transport.surface-route": {
    why:
      "A driver asks for the surface and must tell an absent route from a broken one. A 500, or a 200 that is a web page, reads as a broken surface, where 404 would have been an honest no.",
    good: lines(
      '→ POST /wt/surface {"wt_inject":1}',
      "← 404 Not Found (not offered: recorded as unavailable, nothing is lost)",
    ),
    bad: lines(
      '→ POST /wt/surface {"wt_inject":1}',
      "← 200 <!doctype html><title>My agent</title>",
    ),
    mend:
      "Either serve the route with its full shape, or let the server's own 404 (or a 501) stand. Keep a catch-all page away from /wt/.",
  },
  "transport.json-utf8": {
    why:
      "A body that isn't UTF-8 JSON is read differently by each driver: one replaces bad bytes, another gives up, a third drops what follows the value. The run then scores a reply that the agent never gave.",
    good: '← 200 {"wt_inject":1,"reply":"Größe: 3 m","tool_calls":[]}',
    bad: lines(
      '← 200 {"wt_inject":1,"reply":"Gr\\xF6\\xDFe: 3 m","tool_calls":[]}',
      "  (Latin-1 bytes where UTF-8 belongs)",
      '← 200 {"wt_inject":1,"reply":"","tool_calls":[],"score":NaN}',
      "  (NaN is no JSON)",
    ),
    mend:
      "Encode with the platform's JSON writer and send its bytes as UTF-8: no byte order mark, no NaN or Infinity (Python: allow_nan=False), nothing after the value, no content coding that wasn't asked for.",
  },
  "transport.default-port": {
    why:
      "With the default on both sides, a driver and an endpoint meet with no settings at all. Each port chosen freely is one more value that somebody copies wrongly and then tests a stale server with.",
    good: "An endpoint started without settings listens on 127.0.0.1:8647.",
    bad: "An endpoint started without settings listens on 8000, or on a random port.",
    mend:
      "Make 8647 the default and keep the override. Nothing checks this: a judge is given a URL and can't see what the default would have been.",
  },
  "transport.base-url": {
    why:
      "Two endpoints on one machine, or one in a container, can't all sit on the default port. A driver that can't be pointed elsewhere quietly benches the wrong one.",
    good: "WT_INJECT_URL=http://127.0.0.1:9001 wt run --runtime http_inject",
    bad: "The driver has http://127.0.0.1:8647 written into it.",
    mend: "Read WT_INJECT_URL, and use http://127.0.0.1:8647 only where it is unset.",
  },
  "transport.no-auth": {
    why:
      "The bench assumes a network that it can trust. A token in the contract would be one more thing to configure, and to leak into traces.",
    good: "The endpoint binds 127.0.0.1, or a reverse proxy asks for the token.",
    bad: "The endpoint wants an Authorization header; no driver here sends one.",
    mend: "Put authentication into a reverse proxy, or keep the endpoint on a network of its own.",
  },
};

/** Versioning: its explanations. */
export const VERSIONING: Explanations = {
  "version.request": {
    why:
      "Without the version an endpoint can't know which contract a request means, so it guesses, and a later version is answered by the rules of an earlier one.",
    good: lines('→ POST /wt/reset {"wt_inject":1}'),
    bad: lines("→ POST /wt/reset {}", '→ POST /wt/reset {"wt_inject":"1"}'),
    mend: "Put the integer 1 into every body that you send, on all three routes.",
  },
  "version.echo": {
    why:
      "The echo is how a driver notices that another program, or an old build, answers on this port. Without it a stale server is benched, and its score is filed under the new one's name.",
    good: '← 200 {"wt_inject":1,"reply":"Done.","tool_calls":[]}',
    bad: lines(
      '← 200 {"reply":"Done.","tool_calls":[]}',
      '← 200 {"wt_inject":"1","reply":"Done.","tool_calls":[]}',
      '← 200 {"wt_inject":true,"reply":"Done.","tool_calls":[]}',
    ),
    mend:
      "Put the integer 1 into every 200 body: inject, error envelopes, reset and surface. Not a string, not a boolean, and not a copy of whatever came in.",
  },
  "version.echo-validated": {
    why:
      "An echo that nobody reads protects nobody. Reset and surface need it too: a stray server that answers 200 to everything would pass for a wiped agent.",
    good: lines(
      '← 200 {"wt_inject":2}',
      "The driver fails the run: version 2 answered a version 1 request.",
    ),
    bad: lines('← 200 {"wt_inject":2}', "The driver takes the 200 for a finished reset."),
    mend: "Compare the echo with the version you sent, as integers, on each of the three routes.",
  },
  "version.unknown-fields": {
    why:
      "Within version 1 fields may be added. A side that refuses what it doesn't know breaks the day the other side is upgraded, though nothing that it uses has changed.",
    good: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s1","text":"Hi","timeout_s":9,"x":true}',
      '← 200 {"wt_inject":1,"reply":"Hello.","tool_calls":[],"trace_id":"7"}',
    ),
    bad: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s1","text":"Hi","timeout_s":9,"x":true}',
      "← 422 (x: extra fields are not permitted)",
    ),
    mend:
      "Read the fields that you know and leave the rest alone. In a schema library, turn off the strict mode that forbids extra fields.",
  },
  "version.unspoken": {
    why:
      "An endpoint that echoes any number claims to speak it. The driver's only guard against a mismatch is then blind, and version 2 requests are answered by version 1 rules.",
    good: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":2,"session_id":"s1","text":"Hi","timeout_s":9}',
      "← 400 (this endpoint speaks wt_inject 1)",
    ),
    bad: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":2,"session_id":"s1","text":"Hi","timeout_s":9}',
      '← 200 {"wt_inject":2,"reply":"Hello.","tool_calls":[]}',
    ),
    mend:
      "Compare the request's version with the one you implement. Where they differ, answer 400, or an error envelope that carries your own version.",
  },
  "version.additive": {
    why:
      "Ignoring unknown fields is safe only while no change inside version 1 gives a known field another meaning.",
    good: "Version 1 gains an optional response field; old drivers ignore it.",
    bad: "Version 1 turns arguments into a list of pairs.",
    mend: "Bump the integer for anything that breaks. Nothing on a wire can be judged for this.",
  },
};

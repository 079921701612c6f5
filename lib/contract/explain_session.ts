/**
 * The session model and the inject request, explained.
 *
 * @module
 */
import { type Explanations, lines } from "./explain_text.ts";

/** The session model: its explanations. */
export const SESSION: Explanations = {
  "session.driver-mints": {
    why:
      "The driver alone knows where one conversation ends and the next begins. An id taken from the endpoint, or used again, ties two scenarios together.",
    good: "A fresh random id for each conversation: wt-3f9a1c2e.",
    bad: "The same id, such as test, in every run.",
    mend: "Mint a random id for each session, and read nothing into it.",
  },
  "session.unknown-is-fresh": {
    why:
      "There is no handshake in which an id could be announced. An endpoint that refuses ids it hasn't met refuses the first turn of every scenario.",
    good: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"never-seen","text":"Hi","timeout_s":9}',
      '← 200 {"wt_inject":1,"reply":"Hello.","tool_calls":[]}',
    ),
    bad: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"never-seen","text":"Hi","timeout_s":9}',
      "← 404 (no such session)",
    ),
    mend:
      "Look the id up, and start an empty history where there is none. Take any string: don't ask for a UUID, a length, or a user who owns it.",
  },
  "session.memory": {
    why:
      "A request carries the newest turn only. If the endpoint doesn't keep the history, every follow-up question is asked of an agent that has forgotten what it is about, and the score blames the model.",
    good: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s1","text":"My code is K7","timeout_s":9}',
      '← 200 {"wt_inject":1,"reply":"Noted.","tool_calls":[]}',
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s1","text":"My code?","timeout_s":9}',
      '← 200 {"wt_inject":1,"reply":"K7.","tool_calls":[]}',
    ),
    bad: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s1","text":"My code?","timeout_s":9}',
      '← 200 {"wt_inject":1,"reply":"You told me none.","tool_calls":[]}',
    ),
    mend:
      "Keep a history for each session_id and give all of it to the model. Write the turn into it before you answer, in a store that every worker process sees.",
  },
  "session.newest-turn": {
    why:
      "An endpoint that keeps the history itself sees a repeated one twice: the model reads each turn two times over and answers something else.",
    good: '"text":"And the second pallet?"',
    bad: '"text":"user: Where is it?\\nassistant: In Reno.\\nuser: And the second?"',
    mend: "Send the newest user turn alone. History lives at the endpoint.",
  },
  "session.serialized": {
    why:
      "Two turns at once in one session have no order, so what the second one remembers is chance. A score that depends on it can't be repeated.",
    good: "The driver sends turn 2 after the answer to turn 1 has been read whole.",
    bad: "The driver sends both turns of a session at the same time.",
    mend: "Wait for each answer. Different sessions may run side by side.",
  },
  "session.identity-off-wire": {
    why:
      "An identity on the wire makes the driver configure the endpoint: which tenant, which channel. That is endpoint knowledge, and it drifts there unseen.",
    good: "The endpoint derives its chat id from session_id, behind the wire.",
    bad: "The driver sends user_id and channel beside session_id.",
    mend:
      "Map session_id to whatever the agent needs inside the endpoint. Nothing judges the endpoint's side, because an unknown response field is legal.",
  },
  "session.isolated": {
    why:
      "If two sessions share a memory, one scenario's facts answer another's question. The score then goes up for the wrong reason, and nothing on the screen says so.",
    good: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s2","text":"My code?","timeout_s":9}',
      '← 200 {"wt_inject":1,"reply":"You told me none.","tool_calls":[]}',
    ),
    bad: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s2","text":"My code?","timeout_s":9}',
      '← 200 {"wt_inject":1,"reply":"K7.","tool_calls":[]} (told to s1)',
    ),
    mend:
      "Key every memory by session_id: the transcript, caches, summaries, long-term notes. An agent keyed by platform, channel and user needs a distinct identity derived from each session_id.",
  },
};

/** The inject request: its explanations. */
export const REQUEST: Explanations = {
  "request.fields": {
    why:
      "Each field carries something the endpoint can't guess: the version, which memory to use, the turn, and how long it may take. One that is missing is filled in by luck.",
    good: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"wt-3f9a","text":"Hello","timeout_s":120}',
    ),
    bad: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session":"wt-3f9a","message":"Hello","timeout":"120"}',
    ),
    mend: "Send all four, spelled so: an integer, a string, a string, a number.",
  },
  "request.text-verbatim": {
    why:
      "A driver that trims, folds or escapes the turn benches another question than the scenario asks, and no trace shows the difference.",
    good: 'A turn of "  two\\n lines " arrives with its blanks and its line break.',
    bad: 'A turn of "  two\\n lines " arrives as "two lines".',
    mend: "Pass the string to the JSON writer as it is.",
  },
  "request.text-received": {
    why:
      "Text that is trimmed, cut at a length, read as Latin-1 or parsed as JSON on its way to the agent makes it answer a question that nobody asked.",
    good: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s1","text":"Say: Łódź 🚚","timeout_s":9}',
      '← 200 {"wt_inject":1,"reply":"Łódź 🚚","tool_calls":[]}',
    ),
    bad: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s1","text":"Say: Łódź 🚚","timeout_s":9}',
      '← 200 {"wt_inject":1,"reply":"?ód? ??","tool_calls":[]}',
    ),
    mend:
      "Decode the body as UTF-8, read the field text, and give the agent that string: no strip, no unescaping, no template that treats braces as its own.",
  },
  "request.refused": {
    why:
      "An endpoint that answers a broken request with a reply has made up the part that was missing. A driver's own fault then looks like a finished turn, and is scored.",
    good: lines(
      '→ POST /wt/inject {"wt_inject":1,"session_id":"s1","timeout_s":9}',
      '← 400 {"wt_inject":1,"error":"text is missing"}',
    ),
    bad: lines(
      '→ POST /wt/inject {"wt_inject":1,"session_id":"s1","timeout_s":9}',
      '← 200 {"wt_inject":1,"reply":"How can I help?","tool_calls":[]}',
    ),
    mend:
      "Check wt_inject, session_id and text before the agent runs, and answer 400 with a word on what is wrong. A missing timeout_s may have a default.",
  },
  "request.timeout": {
    why:
      "An endpoint that ignores timeout_s runs into the driver's deadline. The turn that could have been scored as a failure of the agent becomes a failed run without a trace of what it did.",
    good: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s1","text":"Long job","timeout_s":2}',
      "← 200 after 2.0 s",
      '  {"wt_inject":1,"reply":"","tool_calls":[],"error":"timed out"}',
    ),
    bad: lines(
      "→ POST /wt/inject",
      '  {"wt_inject":1,"session_id":"s1","text":"Long job","timeout_s":2}',
      "← nothing; the driver gives up after 7 s",
    ),
    mend:
      "Run the turn under a timer of timeout_s, and treat that as the deadline: the driver's 5 s on top are courtesy. When it fires, stop the agent and answer 200 with error set and the calls seen so far.",
  },
};

/**
 * Gateways that write histories in another way that is as good.
 *
 * @module
 */
import type { NeutralPart, NeutralRequest, NeutralTurn } from "../neutral.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import type { Steps } from "../steps.ts";
import { refusal } from "../trouble.ts";
import { type GatewayOddity, oddity } from "./mutant.ts";
import { requests } from "./seams.ts";
import { eachResult, holds } from "./turns.ts";
import { entriesOf, written } from "./written.ts";

const isSystem = ({ role }: NeutralTurn) => role === "system" || role === "developer";
const textOf = (parts: readonly NeutralPart[]) =>
  parts.map((part) => part.kind === "text" ? part.text : "").join("");

/** The system texts before the conversation, and what follows them. */
function parted({ instructions, turns }: NeutralRequest) {
  const first = turns.findIndex((turn) => !isSystem(turn));
  const leading = turns.slice(0, first < 0 ? turns.length : first);
  const texts = [instructions ?? "", ...leading.map(({ parts }) => textOf(parts))];
  return { texts: texts.filter((text) => text !== ""), rest: turns.slice(leading.length) };
}

function joined(request: NeutralRequest): NeutralRequest {
  const { texts, rest } = parted(request);
  const { instructions: _, ...other } = request;
  return {
    ...other,
    ...(texts.length > 0 ? { instructions: texts.join("\n\n") } : {}),
    turns: rest,
  };
}

/** What the assistant says between its calls and their results, put after the results. */
function notesLater(request: NeutralRequest): NeutralRequest {
  const turns: NeutralTurn[] = [];
  let notes: NeutralPart[] = [];
  for (const turn of request.turns) {
    const called = turn.parts.findIndex(({ kind }) => kind === "call");
    if (turn.role === "assistant" && (called >= 0 || holds(turns.at(-1), "call"))) {
      const isNote = ({ kind }: NeutralPart, at: number) => kind === "text" && at > called;
      notes.push(...turn.parts.filter(isNote));
      turns.push({ ...turn, parts: turn.parts.filter((part, at) => !isNote(part, at)) });
      continue;
    }
    if (!holds(turn, "result") || notes.length === 0) {
      turns.push(turn);
      continue;
    }
    const others = turn.parts.filter(({ kind }) => kind !== "result");
    turns.push({ ...turn, parts: turn.parts.filter(({ kind }) => kind === "result") });
    turns.push({ role: "assistant", parts: notes });
    if (others.length > 0) turns.push({ ...turn, parts: others });
    notes = [];
  }
  return { ...request, turns };
}

/** System texts of the middle at the beginning; a Messages upstream has no other place for them. */
function hoisted(request: NeutralRequest): NeutralRequest {
  const { turns } = request;
  return {
    ...request,
    turns: [...turns.filter(isSystem), ...turns.filter((turn) => !isSystem(turn))],
  };
}

/** Arguments of no text stay none in answers, where the client's dialect has text for them as well. */
function noArgumentsKept(): Partial<GatewayParts> {
  const { readAnswer, writeAnswer, streamReader } = gatewayParts;
  const kept = (steps: Steps): Steps => ({
    ...steps,
    arguments: (text, fault) => text === "" ? "" : steps.arguments(text, fault),
  });
  const filled = <P extends NeutralPart>(part: P): P =>
    part.kind === "call" && part.call.arguments === ""
      ? { ...part, call: { ...part.call, arguments: "{}" } }
      : part;
  return {
    readAnswer: {
      ...readAnswer,
      chat: (doc, steps) => readAnswer.chat(doc, kept(steps)),
      responses: (doc, steps) => readAnswer.responses(doc, kept(steps)),
    },
    writeAnswer: {
      ...writeAnswer,
      messages: (answer, context) =>
        writeAnswer.messages({ ...answer, parts: answer.parts.map(filled) }, context),
    },
    streamReader: {
      ...streamReader,
      chat: (steps) => streamReader.chat(kept(steps)),
      responses: (steps) => streamReader.responses(kept(steps)),
    },
  };
}

/** Odd histories. */
export const HISTORY_ODDITIES: readonly GatewayOddity[] = [
  oddity(
    "error-mark-reworded",
    "marks a tool's error in words of its own",
    "4.3: explicit marker and original text; no document spells the marker",
    () =>
      requests((request) =>
        eachResult(request, ({ error, ...result }) =>
          error === undefined ? result : {
            ...result,
            content: [
              { kind: "text", text: "The tool failed, and this is what it said: «" },
              ...result.content,
              { kind: "text", text: "»" },
            ],
          })
      ),
  ),
  oddity(
    "no-arguments-kept",
    "hands on an answer's arguments of no text where both dialects have text",
    "4.4, 4.5: arguments are text at both ends",
    noArgumentsKept,
  ),
  oddity(
    "empty-for-null",
    "writes a content of no text beside calls, and none for a result of nothing",
    '4.2: null (or `""`) if none; an empty result\'s `""` kept or omitted',
    () =>
      written((body, dialect) => {
        for (const entry of entriesOf(body)) {
          if (dialect === "chat" && entry.content === null) entry.content = "";
          if (dialect !== "messages" || !Array.isArray(entry.content)) continue;
          for (const block of entry.content as typeof entry[]) {
            if (block.type === "tool_result" && block.content === "") delete block.content;
          }
        }
      }),
  ),
  oddity(
    "notes-after-results",
    "puts what the assistant says between a call and its result after the result",
    "4.0: results stand right after their calls; nothing is dropped",
    () => requests(notesLater),
  ),
  oddity(
    "systems-joined-by-a-blank-line",
    "makes one system text of all that lead, with a blank line between them",
    "4.3: texts joined in order; with what is not said",
    () => requests(joined),
  ),
  oddity(
    "system-as-developer",
    "writes system messages as the developer's",
    "4.3: one leading `system` (or `developer`) message",
    () =>
      written((body, dialect) => {
        if (dialect === "messages") return;
        for (const entry of entriesOf(body)) {
          if (entry.role === "system") entry.role = "developer";
        }
      }),
  ),
  oddity(
    "late-system-refused",
    "refuses a system text in the middle wherever it goes",
    "4.2 and 4.3: or 400; warned of where the upstream has a place for it",
    () =>
      requests((request) => {
        if (parted(request).rest.some(isSystem)) throw refusal("a system message stands late", "");
        return request;
      }),
  ),
  oddity(
    "late-system-hoisted-for-messages",
    "moves a system text of the middle to the front for a Messages upstream",
    "4.2 (b): a documented hoist; warned of, since no target can show its documents",
    () => {
      const { writeRequest } = gatewayParts;
      return {
        writeRequest: {
          ...writeRequest,
          messages: (request) => writeRequest.messages(hoisted(request)),
        },
      };
    },
  ),
];

/**
 * What every request of a case must hold, by the name under which a case asks for it.
 *
 * @module
 */
import { type Body, readBody } from "../contract/body.ts";
import type { JsonDocument, JsonValue } from "../contract/json.ts";
import { sameNumber } from "../contract/json_decimal.ts";
import type { Finding } from "../contract/result.ts";
import { type EnvelopeKind, envelopeViolations } from "../contract/violations.ts";
import { isObject } from "../contract/violations_value.ts";
import type { RequestCheck } from "./case.ts";
import { finding, quote, requestFinding } from "./finding.ts";
import type { AdapterRequest } from "./protocol.ts";
import type { CaseRecord, Seen } from "./record.ts";
import { stringsIn } from "./strings.ts";

/** A request to one of the contract's routes, and its body. */
interface Asked {
  readonly seen: Seen;
  readonly index: number;
  readonly body: Body;
}

type Judge = (record: CaseRecord, asked: readonly Asked[]) => readonly Finding[];

/** Fields that version 1 knows in a request. */
const KNOWN = new Set(["wt_inject", "session_id", "text", "timeout_s"]);
/** Names under which an endpoint's own identities travel. */
const IDENTITY =
  /^(?:user|chat|tenant|account|channel|workspace|team|org|organi[sz]ation|customer|member|participant|conversation|thread)_?(?:id|uuid|key|name)?$/i;

/** All that a case asks of its requests. */
export function judgeRequests(record: CaseRecord): readonly Finding[] {
  const asked = record.seen.flatMap((seen, index): Asked[] =>
    seen.route === "elsewhere" || seen.route === "other" || seen.received.unread > 0
      ? []
      : [{ seen, index, body: readBody(seen.received.body) }]
  );
  return (record.case.expect.request ?? []).flatMap((check) => JUDGES[check](record, asked));
}

/** The texts that a case gives the driver, turn by turn. */
export function textsOf(op: AdapterRequest): readonly string[] {
  return op.op === "inject" ? [op.text] : op.op === "run" ? op.texts : [];
}

function injects(asked: readonly Asked[]): readonly Asked[] {
  return asked.filter(({ seen }) => seen.route === "inject");
}

function docOf({ body }: Asked): JsonDocument | undefined {
  return body.ok ? body.doc : undefined;
}

function fieldsOf(asked: Asked): { readonly [key: string]: JsonValue } {
  const value = docOf(asked)?.value;
  return isObject(value) ? value : {};
}

/** The violations of the request's envelope that cite one clause. */
function citing(clause: string, asked: Asked, record: CaseRecord): readonly Finding[] {
  const doc = docOf(asked);
  if (doc === undefined) return [];
  const kind = `${asked.seen.route}-request` as EnvelopeKind;
  return envelopeViolations(kind, doc)
    .filter((violation) => violation.clause === clause)
    .map((violation) => requestFinding(record, violation, asked.index));
}

const JUDGES: Readonly<Record<RequestCheck, Judge>> = {
  json: (record, asked) =>
    asked.flatMap(({ body, index, seen }) => [
      ...body.violations.map((violation) => requestFinding(record, violation, index)),
      ...(seen.received.httpVersion === "1.1" ? [] : [finding(record, {
        clause: "transport.json-utf8",
        code: "http-version",
        expected: "HTTP/1.1",
        received: `HTTP/${seen.received.httpVersion}`,
        where: "head",
        hint: "Speak HTTP/1.1, as the contract has it.",
        warned: true,
      }, { requests: [index] })]),
    ]),

  version: (record, asked) => asked.flatMap((one) => citing("version.request", one, record)),

  fields: (record, asked) => injects(asked).flatMap((one) => citing("request.fields", one, record)),

  text: (record, asked) => {
    const texts = textsOf(record.case.op);
    return injects(asked).flatMap((one, turn) => {
      const { text } = fieldsOf(one);
      const given = texts[turn];
      if (given === undefined || text === given) return [];
      return [finding(record, {
        clause: "request.text-verbatim",
        code: "text-changed",
        expected: `the text as it was given: ${quote(given)}`,
        received: typeof text === "string" ? firstDifference(given, text) : quote(text),
        pointer: "/text",
        hint: "Send the user's text as it is: no trimming, no normalizing, no template around it.",
      }, { requests: [one.index], driver: true })];
    });
  },

  "session-given": (record, asked) => {
    const { op } = record.case;
    const given = "session_id" in op ? op.session_id : undefined;
    return injects(asked).flatMap((one) => {
      const { session_id } = fieldsOf(one);
      if (given === undefined || session_id === given) return [];
      return [finding(record, {
        clause: "session.driver-mints",
        code: "session-changed",
        expected: `the id as it was given: ${quote(given)}`,
        received: quote(session_id),
        pointer: "/session_id",
      }, { requests: [one.index], driver: true })];
    });
  },

  "session-one": (record, asked) => {
    const turns = injects(asked);
    const ids = turns.map((one) => fieldsOf(one).session_id);
    const broken = ids.findIndex((id) => typeof id !== "string" || id === "" || id !== ids[0]);
    if (broken < 0) return [];
    return [finding(record, {
      clause: "session.driver-mints",
      code: "session-changed",
      expected: "one session_id, not empty, in all turns of a run",
      received: ids.map(quote).join(", "),
      pointer: "/session_id",
    }, { requests: turns.map(({ index }) => index) })];
  },

  alone: (record, asked) =>
    asked.filter(({ seen }) => seen.route !== "inject").flatMap((one) =>
      Object.keys(fieldsOf(one)).filter((key) => key !== "wt_inject").map((key) =>
        finding(record, {
          code: key === "scope" ? "scope" : "extra-field",
          expected: '{"wt_inject": 1} and nothing more',
          received: `the field ${quote(key)} with ${quote(fieldsOf(one)[key])}`,
          pointer: `/${key}`,
          ...(key === "scope" ? {} : { warned: true as const }),
        }, { requests: [one.index] })
      )
    ),

  "newest-turn": (record, asked) => {
    const texts = textsOf(record.case.op);
    const replies = (record.case.expect.turns ?? []).flatMap(({ content }) => content);
    return injects(asked).flatMap((one, turn) => {
      const old = [...texts.slice(0, turn), ...replies].filter((text) => text !== "");
      const place = stringsIn(docOf(one)?.value ?? null).find(({ value }) =>
        old.some((text) => value.includes(text))
      );
      if (place === undefined) return [];
      return [finding(record, {
        clause: "session.newest-turn",
        code: "earlier-turn",
        expected: "the newest user turn alone",
        received: `an earlier turn: ${quote(place.value)}`,
        pointer: place.pointer,
      }, { requests: [one.index] })];
    });
  },

  identities: (record, asked) =>
    asked.flatMap((one) =>
      Object.keys(fieldsOf(one)).filter((key) => !KNOWN.has(key) && IDENTITY.test(key)).map((key) =>
        finding(record, {
          clause: "session.identity-off-wire",
          code: "identity",
          expected: "no identity but the opaque session_id",
          received: `the field ${quote(key)} with ${quote(fieldsOf(one)[key])}`,
          pointer: `/${key}`,
        }, { requests: [one.index] })
      )
    ),

  extras: (record, asked) =>
    asked.flatMap((one) =>
      Object.keys(fieldsOf(one)).filter((key) => !KNOWN.has(key)).map((key) =>
        finding(record, {
          code: "extra-field",
          expected: "the contract's fields alone",
          received: `the field ${quote(key)} with ${quote(fieldsOf(one)[key])}`,
          pointer: `/${key}`,
          warned: true,
        }, { requests: [one.index] })
      )
    ),

  serialized: (record, asked) =>
    injects(asked).flatMap((one, turn, turns) => {
      const before = turns[turn - 1];
      if (before === undefined) return [];
      const { endedAtMs } = before.seen;
      if (endedAtMs !== undefined && one.seen.received.atMs >= endedAtMs) return [];
      return [finding(record, {
        clause: "session.serialized",
        code: "overlap",
        expected: "a turn only after the answer to the one before it",
        received: `turn ${turn + 1} while turn ${turn} was being answered`,
        where: "time",
      }, { requests: [before.index, one.index] })];
    }),

  timeout: (record, asked) =>
    injects(asked).flatMap((one) => {
      const sent = docOf(one)?.numberAt("/timeout_s");
      if (sent !== undefined && sameNumber(sent, String(record.timeoutS))) return [];
      return [finding(record, {
        code: "timeout-setting",
        expected: `timeout_s ${record.timeoutS}`,
        received: sent ?? quote(fieldsOf(one).timeout_s),
        pointer: "/timeout_s",
      }, { requests: [one.index], driver: true })];
    }),

  direct: (record, asked) =>
    asked.filter(({ seen }) => /^https?:/i.test(seen.received.target)).map((one) =>
      finding(record, {
        code: "through-proxy",
        expected: "a request to the endpoint itself",
        received: `a request for ${one.seen.received.target}, as one asks a proxy`,
        where: "head",
      }, { requests: [one.index] })
    ),
};

function firstDifference(given: string, sent: string): string {
  let at = 0;
  while (at < given.length && given[at] === sent[at]) at++;
  const around = sent.slice(Math.max(0, at - 20), at + 40).toWellFormed();
  return `${sent.length} UTF-16 units, other from unit ${at} on: …${quote(around)}`;
}

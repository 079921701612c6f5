/**
 * Drivers that send the wrong thing.
 *
 * @module
 */
import type { Fault } from "./driver.ts";
import { sendFields, sendText } from "./edit.ts";

/** The faults. */
export const sendingFaults: readonly Fault[] = [
  {
    id: "sends-history",
    breaks: "session.newest-turn",
    what: "sends the turns before it along with each turn",
    send: sendFields(
      (fields, texts) =>
        texts.length === 0 ? fields : { ...fields, text: [...texts, fields.text].join("\n") },
      [
        "inject",
      ],
    ),
    kills: ["run.newest-turn"],
  },
  {
    id: "sends-messages",
    breaks: "session.newest-turn",
    what: "sends a list of messages beside the text",
    send: sendFields(
      (fields, texts) => ({ ...fields, messages: [...texts, fields.text] }),
      ["inject"],
    ),
    kills: ["request.extra-fields", "run.newest-turn"],
  },
  {
    id: "omits-timeout",
    breaks: "request.fields",
    what: "leaves timeout_s out",
    send: sendFields(({ timeout_s: _, ...fields }) => fields),
    kills: ["request.fields", "runtime.timeout", "runtime.timeout-default"],
  },
  {
    id: "timeout-as-text",
    breaks: "request.fields",
    what: "sends timeout_s as a string",
    send: sendFields((fields) =>
      "timeout_s" in fields ? { ...fields, timeout_s: String(fields.timeout_s) } : fields
    ),
    kills: ["request.fields", "runtime.timeout", "runtime.timeout-default"],
  },
  {
    id: "sends-version-as-text",
    breaks: "version.request",
    what: 'sends the version as "1"',
    send: sendFields((fields) => ({ ...fields, wt_inject: "1" })),
    kills: ["request.version", "request.reset-alone"],
  },
  {
    id: "sends-no-version-on-reset",
    breaks: "version.request",
    what: "sends an empty object to reset",
    send: sendFields(() => ({}), ["reset"]),
    kills: ["request.version", "request.reset-alone"],
  },
  {
    id: "sends-scope",
    breaks: "reset.request",
    what: 'sends "scope": "all" to reset',
    send: sendFields((fields) => ({ ...fields, scope: "all" }), ["reset"]),
    kills: ["request.extra-fields", "request.reset-alone"],
  },
  {
    id: "sends-client-name",
    breaks: "request.fields",
    what: "sends a field of its own with every request",
    send: sendFields((fields) => ({ ...fields, client: "faulty" })),
    kills: ["request.extra-fields", "request.reset-alone"],
  },
  {
    id: "sends-user-id",
    breaks: "session.identity-off-wire",
    what: "sends a user_id with each turn",
    send: sendFields((fields) => ({ ...fields, user_id: "u-1" }), ["inject"]),
    kills: ["request.extra-fields", "request.identities"],
  },
  {
    id: "mangles-session",
    breaks: "session.driver-mints",
    what: "makes a session id of letters and digits of the one it is given",
    send: sendFields(
      (fields) => ({ ...fields, session_id: String(fields.session_id).replace(/[^\w-]/g, "_") }),
      ["inject"],
    ),
    kills: ["request.session-verbatim"],
  },
  {
    id: "sends-latin-1",
    breaks: "transport.json-utf8",
    what: "sends the body in Latin-1",
    send: (request) => ({
      ...request,
      body: Uint8Array.from(new TextDecoder().decode(request.body), (char) => char.charCodeAt(0)),
    }),
    kills: [
      "request.json",
      "request.session-verbatim",
      "text.unicode",
      "text.unnormalized",
      "text.white-space",
      "text.controls",
    ],
  },
  {
    id: "trims-text",
    breaks: "request.text-verbatim",
    what: "trims the text",
    send: sendText((text) => text.trim()),
    kills: ["text.white-space", "text.line-breaks"],
  },
  {
    id: "normalizes-text",
    breaks: "request.text-verbatim",
    what: "composes combining marks (NFC)",
    send: sendText((text) => text.normalize("NFC")),
    kills: ["text.unnormalized"],
  },
  {
    id: "unifies-line-breaks",
    breaks: "request.text-verbatim",
    what: "turns every line break into a line feed",
    send: sendText((text) => text.replace(/\r\n?/g, "\n")),
    kills: ["text.line-breaks"],
  },
  {
    id: "strips-controls",
    breaks: "request.text-verbatim",
    what: "takes control characters out of the text",
    // deno-lint-ignore no-control-regex -- they are what it is about
    send: sendText((text) => text.replace(/[\u0001-\u0008\u000e-\u001f\u007f]/g, "")),
    kills: ["text.controls"],
  },
  {
    id: "replaces-emoji",
    breaks: "request.text-verbatim",
    what: "replaces characters beyond U+FFFF",
    send: sendText((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "?")),
    kills: ["text.unicode"],
  },
  {
    id: "rewrites-json-text",
    breaks: "request.text-verbatim",
    what: 'parses a text that is JSON and sends its "text"',
    send: sendText((text) => {
      try {
        const value: unknown = JSON.parse(text);
        return typeof value === "object" && value !== null && "text" in value
          ? String(value.text)
          : text;
      } catch {
        return text;
      }
    }),
    kills: ["text.json-looking"],
  },
  {
    id: "escapes-markup",
    breaks: "request.text-verbatim",
    what: "escapes markup in the text",
    send: sendText((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
    kills: ["text.markup"],
  },
  {
    id: "cuts-long-text",
    breaks: "request.text-verbatim",
    what: "cuts texts at 32 KiB",
    send: sendText((text) => text.slice(0, 32_768)),
    kills: ["text.long"],
  },
];

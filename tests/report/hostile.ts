/** A report in which everything that a target can choose is chosen to do harm. */
import type { Report } from "../../lib/contract/report.ts";
import { exchange, finding, report, result } from "./sample.ts";

/** ANSI, CDATA's end, a tag, NUL, a bidi override, half a pair, and a CI command on its own line. */
export const HOSTILE = "\x1b[2J]]><script>alert('x' & \"y\")</script>\0\u202Egnp\uD800" +
  "\n::error::100% owned\r\n##[error]owned\t\u{E0041}\uFFFE\x9b31m\x7f";

/** 100,000 UTF-16 units; the pair sits where `received` is cut, so that a careless cut halves it. */
export const HUGE = "a".repeat(599) + "\u{1F600}" + "b".repeat(99_399);

/** @param huge what stands where a target would send far too much */
export function hostileReport(huge: string = HUGE): Report {
  return report(
    [
      result("hostile.failed", "failed", {
        title: HOSTILE,
        message: HOSTILE,
        findings: [
          finding({ received: HOSTILE, pointer: `/${HOSTILE}`, hint: HOSTILE, exchanges: ["x1"] }),
          finding({ received: huge, where: "status", exchanges: ["x2", "x3"] }),
          finding({ received: "::warning::at the start of a line", exchanges: ["lost"] }),
        ],
      }),
      result("hostile.warned", "warned", { message: HOSTILE, required: false, level: "SHOULD" }),
      result("hostile.could-not-run", "could_not_run", { message: HOSTILE }),
      result("hostile.not-applicable", "not_applicable", { message: HOSTILE, section: HOSTILE }),
    ],
    [
      exchange("x1", {
        purpose: HOSTILE,
        curl: `curl -sS 'http://127.0.0.1:8647/wt/inject' -d '${HOSTILE}'`,
        raw: {
          text: `HTTP/1.1 200 OK\r\nx-evil: ${HOSTILE.slice(0, 4)}\n::set-env::x\r\n\r\n${HOSTILE}`,
          size: 146,
          truncated: false,
        },
      }),
      exchange("x2", {
        // c3 28 ff 0a 80 1b: no UTF-8, a line feed, an escape
        raw: { base64: "wyj/CoAb", size: 6, truncated: false },
      }),
      exchange("x3", {
        raw: { text: huge, size: 100_002, truncated: false },
        fault: { kind: "reset", phase: "body", message: HOSTILE },
      }),
    ],
    { reason: HOSTILE, notes: [HOSTILE], repeat: "wt-inject conform $'\x1b'" },
  );
}

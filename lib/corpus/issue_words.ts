/**
 * What a schema asks for, in words that go on after the place.
 *
 * @module
 */
import type * as z from "zod/mini";

/** `must be a text`, `must be 1 or more`, … */
export function saysOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.map((one) => JSON.stringify(one)).join(" or ")}`;
    case "too_small":
      if (issue.origin === "string" || issue.origin === "array") return "must not be empty";
      return `must be ${
        issue.inclusive === true ? `${issue.minimum} or more` : `above ${issue.minimum}`
      }`;
    case "too_big":
      return `must be ${issue.maximum} or less`;
    case "invalid_format":
      return `must match ${"pattern" in issue ? String(issue.pattern) : issue.format}`;
    default:
      return "can't stand there";
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

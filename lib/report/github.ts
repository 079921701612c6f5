/**
 * A report as annotations of a GitHub workflow: one command a line. GitHub shows ten of each kind for
 * a step and drops the others without a word, so that the last one of each kind says how many more
 * there are.
 *
 * @module
 */
import { brief, head } from "./visible.ts";
import { countsOf, type View, type ViewItem } from "./view.ts";
import { duration, plural } from "./words.ts";

/** Annotations of one kind that GitHub keeps for a step. */
const KEPT = 10;
/** Characters of one message; GitHub cuts at 4 KiB. */
const LONGEST = 1500;

type Kind = "error" | "warning" | "notice";

interface Annotation {
  readonly title: string;
  /** Lines. */
  readonly message: readonly string[];
}

/** The report as workflow commands, newline at the end. The first says the verdict. */
export function renderGithub(view: View): string {
  const { command, outcome, reason, exitCode, items, durationMs } = view;
  const verdict: Annotation = {
    title: `wt-inject ${command}: ${outcome.word}`,
    message: [
      reason,
      `${countsOf(view)}; ${duration(durationMs)}`,
      `${view.target}; ${view.basis}`,
      `repeat: ${view.repeat}`,
    ],
  };
  const having = (...weights: readonly ViewItem["weight"][]) =>
    items.filter(({ weight }) => weights.includes(weight));
  const errors = [
    ...having("error").map(oneOf),
    ...having("fault").map(oneOf),
    ...grouped(having("unrun")),
  ];
  const warnings = having("warning").map(oneOf);
  const notices = grouped(having("notice"));
  const of = (kind: Kind, list: readonly Annotation[], first: boolean) =>
    lines(kind, first ? [verdict, ...list] : list);
  return [
    ...of("error", errors, exitCode !== 0),
    ...of("warning", warnings, false),
    ...of("notice", notices, exitCode === 0),
  ].join("\n") + "\n";
}

/** The commands of one kind. */
function lines(kind: Kind, list: readonly Annotation[]): readonly string[] {
  const shown = list.length > KEPT ? list.slice(0, KEPT - 1) : list;
  const left = list.length - shown.length;
  const more: Annotation = {
    title: `${plural(left, `more ${kind}`)}`,
    message: [
      `${left} more of this kind, which GitHub would not show:`,
      list.slice(shown.length).map(({ title }) => title).join(", "),
    ],
  };
  return (left > 0 ? [...shown, more] : shown).map((one) => workflowCommand(kind, one));
}

/** A failure: its sentence, then its first finding. */
function oneOf({ id, message, weight, findings, facts, clause }: ViewItem): Annotation {
  const [first] = findings;
  const left = findings.length - 1;
  const told = first === undefined ? facts.map(([label, text]) => `${label}: ${text}`) : [
    ...(first.sentence === "" ? [] : [`"${first.sentence}"`]),
    `expected: ${first.expected}`,
    `received: ${head(first.received, 300)}${
      first.where === "body" ? ` at ${first.pointer || "the whole body"}` : ` (${first.where})`
    }`,
    `mend: ${first.hint}`,
    ...(left > 0 ? [plural(left, "more finding")] : []),
  ];
  const explain = clause === undefined ? [] : [`wt-inject explain ${clause}`];
  const says = weight === "fault" ? `a fault of our own: ${message}` : message;
  return { title: id, message: [says, ...told, ...explain] };
}

/** One annotation a reason: dependents of one fault would use up all ten. */
function grouped(items: readonly ViewItem[]): readonly Annotation[] {
  const groups = Map.groupBy(
    items,
    ({ verdict, known, message }) => `${verdict.word}: ${known ?? message}`,
  );
  return [...groups].map(([reason, members]) => ({
    title: members.length === 1
      ? members[0]!.id
      : `${members[0]!.id} and ${members.length - 1} more`,
    message: [reason, members.map(({ id }) => id).join(", ")],
  }));
}

/** `::error title=…::…`, escaped as the runner unescapes it. */
function workflowCommand(kind: Kind, { title, message }: Annotation): string {
  const shown = head(message.map((line) => brief(line)).join("\n"), LONGEST);
  return `::${kind} title=${property(brief(title, 200))}::${data(shown)}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

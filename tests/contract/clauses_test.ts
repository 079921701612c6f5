import { assert, assertEquals, assertThrows } from "@std/assert";
import { clause, CLAUSE_IDS, CLAUSES, isJudgedFor, levelFor } from "../../lib/contract/clauses.ts";

/** Written down from the project's list of clauses, not from the code: id, parties, level, marks. */
const TABLE = `
transport.inject-route E MUST
transport.reset-route E MUST
transport.surface-route E MAY
transport.json-utf8 ED MUST
transport.default-port E SHOULD
transport.base-url R MUST
transport.no-auth - non-goal
version.request D MUST
version.echo E MUST
version.echo-validated D MUST
version.unknown-fields ED MUST
version.unspoken E SHOULD derived
version.additive - governance
session.driver-mints D MUST
session.unknown-is-fresh E MUST
session.memory E MUST cooperative
session.newest-turn D MUST
session.serialized D MUST
session.identity-off-wire ED MUST
session.isolated E MUST cooperative
request.fields D MUST
request.text-verbatim D MUST derived
request.text-received E SHOULD derived cooperative
request.refused E SHOULD derived
request.timeout E SHOULD
response.reply E MUST
response.reply-empty E MUST
response.tool-calls-present E MUST
response.tool-call-entry E MUST
response.tool-calls-order E MUST cooperative
response.tool-calls-complete E MUST cooperative
response.tool-call-name E MUST
response.tool-call-arguments E MUST
response.error E MUST
error.agent-level E MUST cooperative
error.witnessed-calls E MUST cooperative
error.own-deadline E MUST
error.verbatim D MUST
error.scoreable D MUST
error.contract-level D MUST
error.no-retry D MUST
error.deadline D MUST
error.grace-five DR SHOULD
reset.echo E MUST
reset.request D MUST
reset.synchronous E MUST cooperative
reset.total E MUST cooperative
reset.no-scope E MUST cooperative
reset.idempotent E MUST
reset.before-every-run D MUST
reset.failure-fatal D MUST
surface.optional D MUST
surface.shape E MUST
surface.system-instructions E MUST
surface.tool-definitions E MUST
surface.extra-segments E MUST
surface.stable E SHOULD derived
surface.fresh-session E MUST
surface.malformed-is-invalid D MUST
surface.recorded D MUST
surface.gate-hard-fails T MUST
surface.reported-label D MUST
surface.once-per-run D MUST
surface.sensitive T SHOULD
surface.examples-synthetic T MUST
layer.normalization D MUST
runtime.config R MUST
canary.nonce T MUST
canary.procedure T MUST
canary.verdict T MUST
canary.asymmetric T MUST
canary.state-probe T SHOULD
conformance.canary E MUST cooperative
conformance.must-call E MUST cooperative
conformance.back-to-back E MUST cooperative
conformance.surface-neutral T MUST
ratification.two-drivers T MUST
`;

Deno.test("CLAUSES has every row of the list, in its order, with its parties, level and marks", () => {
  const rows = CLAUSES.map(({ id, who, level, derived, cooperative }) =>
    [
      id,
      who.join("") || "-",
      level,
      ...(derived ? ["derived"] : []),
      ...(cooperative ? ["cooperative"] : []),
    ].join(" ")
  );
  assertEquals(rows, TABLE.trim().split("\n"));
});

Deno.test("CLAUSES keeps ids unique, and words made of the section they stand in", () => {
  assertEquals(new Set(CLAUSE_IDS).size, CLAUSE_IDS.length);
  for (const id of CLAUSE_IDS) assert(/^[a-z]+\.[a-z]+[a-z0-9-]*$/.test(id), id);
  const prefixes = new Map<string, Set<string>>();
  for (const { id, section } of CLAUSES) {
    const prefix = id.slice(0, id.indexOf("."));
    prefixes.set(prefix, (prefixes.get(prefix) ?? new Set()).add(section));
  }
  for (const [prefix, sections] of prefixes) assertEquals(sections.size, 1, prefix);
});

Deno.test("CLAUSES quotes a sentence and says in short what it asks for, in every row", () => {
  for (const { id, sentence, statement } of CLAUSES) {
    assert(sentence.length >= 20, `${id}: ${sentence}`);
    assertEquals(sentence, sentence.trim().replace(/\s+/g, " "), id);
    assert(!/\.\.\.|…/.test(sentence), `${id}: a cut quotation isn't word for word`);
    assert(statement.length > 5 && !statement.endsWith("."), `${id}: ${statement}`);
  }
});

Deno.test("CLAUSES quotes word for word where a report leans on it most", () => {
  const quotes: readonly (readonly [id: string, words: string])[] = [
    ["response.tool-calls-present", '[] is a conforming "the agent called nothing"'],
    ["response.reply-empty", "May be empty only when error is set."],
    ["error.no-retry", "No silent retry"],
    ["reset.synchronous", "The 200 is a completion signal, not an acknowledgement."],
    ["canary.verdict", "the endpoint fails — leakage is proven."],
    ["session.unknown-is-fresh", "no registration handshake."],
  ];
  for (const [id, words] of quotes) assert(clause(id).sentence.includes(words), id);
});

Deno.test("CLAUSES leaves out only what no judge can see, and says why", () => {
  const excluded = CLAUSES.filter((row) => row.excluded !== undefined).map(({ id }) => id);
  assertEquals(excluded, ["transport.default-port", "transport.no-auth", "version.additive"]);
  const partly = CLAUSES.filter((row) => row.partly_excluded !== undefined).map(({ id }) => id);
  assertEquals(partly, [
    "session.identity-off-wire",
    "surface.system-instructions",
    "surface.tool-definitions",
  ]);
  for (const { id, excluded, partly_excluded } of CLAUSES) {
    const reason = excluded ?? partly_excluded;
    if (reason !== undefined) assert(reason.length > 40 && reason.endsWith("."), id);
  }
});

Deno.test("CLAUSES binds somebody, except where it says that it binds nobody", () => {
  for (const { id, who, level, excluded } of CLAUSES) {
    const unbinding = level === "non-goal" || level === "governance";
    assertEquals(who.length === 0, unbinding, id);
    if (unbinding) assert(excluded !== undefined, id);
  }
});

Deno.test("clause() finds a row by its id, and throws on one that isn't there", () => {
  assertEquals(clause("reset.total").section, "Reset");
  for (const id of ["reset", "toString", "__proto__", ""]) {
    assertThrows(() => clause(id), RangeError, `Cannot find clause "${id}"`);
  }
});

Deno.test("levelFor() holds the built-in runtime to more than other drivers", () => {
  assertEquals(levelFor(clause("error.grace-five"), "D"), "SHOULD");
  assertEquals(levelFor(clause("error.grace-five"), "R"), "MUST");
  assertEquals(levelFor(clause("reset.total"), "E"), "MUST");
});

Deno.test("isJudgedFor() leaves out whom a clause doesn't bind, and whom no judge can see", () => {
  assertEquals(isJudgedFor(clause("session.identity-off-wire"), "D"), true);
  assertEquals(isJudgedFor(clause("session.identity-off-wire"), "E"), false);
  assertEquals(isJudgedFor(clause("transport.default-port"), "E"), false);
  assertEquals(isJudgedFor(clause("surface.system-instructions"), "E"), true);
  assertEquals(isJudgedFor(clause("reset.total"), "D"), false);
});

/**
 * Plays and judges one cell, and tells what came of it.
 *
 * @module
 */
import type { LagWatch } from "../conform/lag.ts";
import type { ReportExchange } from "../contract/report.ts";
import type { CheckResult, Verdict } from "../contract/result.ts";
import { playAgent } from "./agent_play.ts";
import { judgeAgent } from "./agent_judge.ts";
import { type Cell, cellExpectation } from "./cells.ts";
import { everyText, evidenceOf } from "./evidence.ts";
import { word } from "./difference.ts";
import { judgePlay, type PlayVerdict } from "./judge.ts";
import type { Marks } from "./marks.ts";
import type { GatewayPath } from "./paths.ts";
import { type Play, playVariant } from "./play.ts";
import type { UpstreamPort } from "./players/port.ts";
import { canReset } from "../wire/raw_server.ts";
import { type CorpusTarget, TargetGone } from "./target.ts";
import { findingOf } from "./tell.ts";

/** A cell's line, and what a reader who asked for values is shown beside it. */
export interface CellResult {
  readonly result: CheckResult;
  readonly exchanges: readonly ReportExchange[];
  /** Judge it once more, alone, before it counts. */
  readonly timed: boolean;
  /** Every connection of the client was refused: nobody may be there. */
  readonly unreachable?: string;
  /** The gateway wasn't there to be played. */
  readonly gone?: true;
}

/** How cells are played. */
export interface CellOptions {
  readonly target: CorpusTarget;
  readonly patienceMs: number;
  readonly showValues: boolean;
  readonly lag: LagWatch;
  /** The upstream's address for the whole run, and the marks that tell its cells apart. */
  readonly live?: { readonly port: UpstreamPort; readonly marks: Marks };
  readonly signal?: AbortSignal;
}

/** Longer than this, and a stall of our own may have been taken for the target's, ms. */
const MAX_LAG_MS = 250;

/** A cell that wasn't played. */
export function unplayed(cell: Cell, verdict: Verdict, message: string): CellResult {
  return {
    result: { ...about(cell), verdict, message, findings: [] },
    exchanges: [],
    timed: false,
  };
}

/** Plays a cell. Never throws: a fault of ours is the verdict harness_error. */
export async function runCell(cell: Cell, options: CellOptions): Promise<CellResult> {
  if (cell.reason !== undefined) return unplayed(cell, "not_applicable", cell.reason);
  if (!canReset && resets(cell)) {
    return unplayed(cell, "could_not_run", "This platform has no way to reset a connection");
  }
  const window = options.lag.begin();
  try {
    const { verdict, play } = await judged(cell, options);
    const lagMs = window.end();
    if (options.signal?.aborted) return unplayed(cell, "could_not_run", "The run was interrupted");
    if (verdict.timed && lagMs > MAX_LAG_MS) {
      const message =
        `Our own event loop stood still for ${lagMs} ms; run again on a quiet machine`;
      return { ...unplayed(cell, "harness_error", message), timed: true };
    }
    return await told(cell, verdict, play, options);
  } catch (error) {
    window.end();
    if (options.signal?.aborted) return unplayed(cell, "could_not_run", "The run was interrupted");
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof TargetGone) {
      return { ...unplayed(cell, "could_not_run", reason), gone: true };
    }
    return unplayed(cell, "harness_error", `Cannot play this cell: ${reason}`);
  }
}

function resets({ one, variant }: Cell): boolean {
  const exchanges = one.fixture.variants[variant]?.exchanges ?? [];
  return exchanges.some(({ answer }) =>
    Object.values(answer).some((each) => "stream" in each && each.end === "reset")
  );
}

interface Judged {
  readonly verdict: PlayVerdict;
  /** Absent for the agent. */
  readonly play?: Play;
}

async function judged(cell: Cell, options: CellOptions): Promise<Judged> {
  const { one, variant, path } = cell;
  const expectation = cellExpectation(cell);
  const fixture = one.fixture.variants[variant]!;
  if (path === "agent") {
    const played = await playAgent(fixture.agent!, options.target.agent!);
    return { verdict: judgeAgent(played, expectation) };
  }
  const { live, ...playing } = options;
  const play = await playVariant(one, variant, path as GatewayPath, {
    ...playing,
    ...(live === undefined
      ? {}
      : { port: live.port, marks: live.marks.cell(cell.id, (fixture.exchanges ?? []).length) }),
  });
  const verdict = judgePlay(play, expectation, fixture.exchanges ?? []);
  return { verdict: play.died === undefined ? verdict : withDeath(verdict, play.died), play };
}

/** The code of a gateway's end. */
export const DIED = "gateway-died";

/** A gateway that ended while it was played, whatever it had answered by then. */
function withDeath({ differences, more }: PlayVerdict, how: string): PlayVerdict {
  const death = {
    subject: "ending",
    code: DIED,
    clause: "R007",
    severity: "failed",
    where: "connection",
    pointer: "",
    expected: word("still-running"),
    received: word(how.replaceAll(" ", "-")),
  } as const;
  const reason = `the gateway ended while this was played: ${how}`;
  // Something else may have ended it: played once more before it counts.
  return { verdict: "failed", differences: [death, ...differences], more, reason, timed: true };
}

async function told(
  cell: Cell,
  verdict: PlayVerdict,
  play: Play | undefined,
  { showValues, target }: CellOptions,
): Promise<CellResult> {
  const clean = verdict.verdict === "passed";
  const exchanges = showValues && !clean && play !== undefined
    ? evidenceOf(cell.id, play, target)
    : [];
  const ids = exchanges.map(({ id }) => id);
  const found = await Promise.all(
    verdict.differences.map((one) => findingOf(one, showValues, ids)),
  );
  const findings = target.shown === undefined ? found : everyText(found, target.shown);
  const result: CheckResult = {
    ...about(cell),
    verdict: verdict.verdict,
    message: messageOf(cell, verdict),
    findings,
  };
  const unreachable = play === undefined ? undefined : nobodyThere(play);
  return {
    result,
    exchanges,
    timed: verdict.timed,
    ...(unreachable === undefined ? {} : { unreachable }),
  };
}

function about({ id, one, variant, path, requirement, reason }: Cell) {
  return {
    id,
    clause: requirement,
    level: "MUST" as const,
    kind: "wire" as const,
    section: path,
    title: one.fixture.variants[variant]!.about,
    required: reason === undefined,
  };
}

/** How many codes a message names. */
const NAMED_CODES = 4;

/** Codes and a hash: what may always be kept. */
function messageOf({ one }: Cell, { verdict, differences, more, reason }: PlayVerdict): string {
  const input = `input sha256 ${one.inputSha256.slice(0, 12)}`;
  if (verdict === "passed") return `As expected (${input})`;
  if (verdict === "could_not_run") return `${reason} (${input})`;
  const codes = [...new Set(differences.map(({ code }) => code))];
  const named = codes.slice(0, NAMED_CODES).join(", ");
  const total = differences.length + more;
  const told = total === 0 ? "" : `${total} difference${total === 1 ? "" : "s"}: ${named}`;
  const parts = [told, reason ?? ""].filter((part) => part !== "");
  return `${parts.join("; ")} (${input})`;
}

function nobodyThere({ exchanges }: Play): string | undefined {
  const faults = exchanges.map(({ client }) => client.exchange.fault);
  const [first] = faults;
  return faults.length > 0 && faults.every((fault) => fault?.phase === "connect")
    ? first?.message
    : undefined;
}

import type { Usage } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import type { TurnEnd, TurnEndReason } from "../agent-event.ts";
import type { Notice } from "../journal/session-notices.ts";
import { childNoticeId } from "./child-record.ts";
import type { ChildEnd, ChildEndState, ChildRecord, ChildResult } from "./child-record.ts";
import type { ChildReport } from "./report-tool.ts";
import { reasonOf } from "../reason-of.ts";

/** Why a run was ended from outside. */
export type ChildStop = "interrupted" | "timed-out";

/** What is known of a run when it ends. */
export interface RunFacts {
  /** Of its last turn; undefined: it came to none. */
  readonly turn: TurnEnd | undefined;
  readonly report: ChildReport | undefined;
  readonly stopped: ChildStop | undefined;
  /** What was thrown beside the turns. */
  readonly thrown?: unknown;
  readonly filesRead: ReadonlySet<string>;
  readonly filesWritten: ReadonlySet<string>;
  readonly rounds: number;
  readonly usage: Usage;
  readonly provenance: readonly Provenance[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The best that a run can be whose last turn ended so. */
const statesOfTurns: Readonly<Record<TurnEndReason, "done" | "partial" | "failed" | "interrupted">> = {
  answered: "done",
  "budget-exhausted": "partial",
  "spend-limit": "partial",
  truncated: "partial",
  "awaiting-approval": "partial",
  stopped: "partial",
  "invalid-output": "failed",
  interrupted: "interrupted",
  "empty-answer": "failed",
  guardrail: "failed",
  "content-filter": "failed",
  refused: "failed",
  "model-error": "failed",
};

const severities: readonly ChildEndState[] = ["done", "partial", "failed"];

/** The terminal state of a run: what happened decides, and the child's own report where it reached its end. Reads no prose. */
export function endOfRun({ id, startedAt }: ChildRecord, facts: RunFacts): ChildEnd {
  const state = stateOf(facts);
  const { turn, report, rounds, usage, provenance, at } = facts;
  const error = errorOf(facts, state);
  const left = [...(report?.left ?? []), ...leftByTurn(turn)];
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens, costUsd } = usage;
  const result: ChildResult = {
    id,
    status: state,
    summary: turn?.text ?? "",
    ...(report?.findings === undefined ? {} : { findings: report.findings }),
    ...(left.length === 0 ? {} : { left }),
    ...filesOf(facts),
    rounds,
    tokens: { input: inputTokens + cacheReadTokens + cacheWriteTokens, output: outputTokens },
    ...(costUsd === undefined ? {} : { cost_usd: Number(costUsd.toFixed(6)) }),
    duration_seconds: Math.max(0, Math.round((at - startedAt) / 100) / 10),
    ...(error === undefined ? {} : { error }),
  };
  return { state, at, result, usage, ...(provenance.length === 0 ? {} : { provenance }) };
}

/** Of a run whose process has ended without a word. */
export function orphanedEnd(record: ChildRecord, at: number): ChildEnd {
  const { host, pid } = record.owner;
  const result: ChildResult = {
    id: record.id,
    status: "orphaned",
    summary: "",
    rounds: 0,
    tokens: { input: 0, output: 0 },
    duration_seconds: Math.max(0, Math.round((at - record.startedAt) / 1_000)),
    error: {
      code: "CHILD_ORPHANED",
      message: `The process that ran it, ${pid} on ${host}, has ended. What it did is in its session; resume it to let it go on.`,
    },
  };
  return { state: "orphaned", at, result };
}

function stateOf({ turn, report, stopped, thrown }: RunFacts): ChildEndState {
  if (thrown !== undefined) return stopped ?? "failed";
  if (turn === undefined) return stopped ?? "interrupted";
  // What it said itself stands also where no last words came.
  const ofTurn = turn.reason === "empty-answer" && report !== undefined ? "done" : statesOfTurns[turn.reason];
  if (ofTurn === "interrupted") return stopped ?? "interrupted";
  const reported = report?.outcome ?? "done";
  return severities.indexOf(reported) > severities.indexOf(ofTurn) ? reported : ofTurn;
}

function errorOf({ turn, thrown }: RunFacts, state: ChildEndState): ChildResult["error"] {
  if (thrown !== undefined) {
    const message = reasonOf(thrown);
    if (!HermesError.is(thrown)) return { code: "CHILD_FAILED", message };
    return { code: thrown.code, message: [message, ...[thrown.hint ?? []].flat()].join(" ") };
  }
  if (state === "done" || turn === undefined) return undefined;
  if (turn.reason === "awaiting-approval")
    return {
      code: "CHILD_AWAITS_APPROVAL",
      message: "It waits for an approval; answered, it can be resumed.",
    };
  return turn.error && { code: turn.error.code, message: turn.error.message };
}

function leftByTurn(turn: TurnEnd | undefined): readonly string[] {
  const { todos = [], calls = [] } = turn?.unfinished ?? {};
  return [
    ...todos.map(({ content }) => content),
    ...calls.map(
      ({ name, hasResult }) => `${name}: ${hasResult ? "its result was not read" : "was not run"}`,
    ),
  ];
}

function filesOf({ filesRead, filesWritten }: RunFacts): Pick<ChildResult, "files"> {
  if (filesRead.size + filesWritten.size === 0) return {};
  const list = (name: "read" | "written", files: ReadonlySet<string>): object =>
    files.size === 0 ? {} : { [name]: [...files].slice(0, listedFiles) };
  return { files: { ...list("read", filesRead), ...list("written", filesWritten) } };
}

const listedFiles = 40;
const noticeLimits = { goal: 200, summary: 1_500, line: 300, lines: 10 } as const;

/**
 * What a parent is told of an end that no call of it waits for. The words of a child that has read untrusted content are left
 * out: a notice has no source, and a result has.
 */
export function noticeOf(record: ChildRecord, { state, result, at, provenance = [] }: ChildEnd): Notice {
  const { goal } = record;
  const isTrusted = provenance.length === 0;
  const { summary, findings = [], left = [], files, error } = result;
  const told = isTrusted
    ? [
        ...(summary === "" ? [] : [cut(summary, noticeLimits.summary)]),
        ...listed("Findings", findings),
        ...listed("Files written", files?.written ?? []),
        ...listed("Left", left),
      ]
    : ["It has read untrusted content, so that its words are not in this notice."];
  const why =
    error === undefined ? "" : isTrusted ? ` (${error.code}: ${error.message})` : ` (${error.code})`;
  const text = [
    `The child ${result.id} has ended: ${state}${why}. Its goal was: ${cut(goal, noticeLimits.goal)}`,
    ...told,
    `All of it: delegate_control with action "result" and id "${result.id}".`,
  ].join("\n");
  return { id: childNoticeId(record), source: "child", text, at };
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const { lines: most, line } = noticeLimits;
  const more = lines.length > most ? [`- and ${lines.length - most} more`] : [];
  return [`${title}:`, ...lines.slice(0, most).map((each) => `- ${cut(each, line)}`), ...more];
}

/** In one line at most so many characters. */
export function cut(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

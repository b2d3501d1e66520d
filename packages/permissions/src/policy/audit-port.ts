import type { CallWall, ToolContext } from "@hermes/registry";
import { describeWall } from "./describe-wall.ts";
import type { CallAnalysis } from "./call-analysis.ts";

/** One decision, as it is kept. */
export interface DecisionRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly sessionId?: string | undefined;
  readonly platform: string;
  readonly userId?: string | undefined;
  readonly tool: string;
  /** What was to be done, without secrets. */
  readonly request: string;
  readonly decision: "allowed" | "denied";
  /** `hard limit credentials.read`, `rule terminal(git push*) (permissions.yaml, line 3)`, `person, once`, `mode ask`, … */
  readonly decidedBy: string;
  /** Where it ran is its last sentence, for a command that a wall holds. */
  readonly reason: string;
  /** What held the processes of the call. Absent: no wall. */
  readonly wall?: CallWall | undefined;
}

/** Keeps decisions: `record` of the store's audit is one. */
export type RecordDecision = (record: DecisionRecord) => void | Promise<void>;

export interface Outcome {
  readonly allowed: boolean;
  readonly decidedBy: string;
  readonly reason: string;
  readonly wall?: CallWall | undefined;
}

const longestRequest = 4_000;

export interface ToRecordOptions {
  readonly analysis: CallAnalysis;
  readonly outcome: Outcome;
  readonly context: ToolContext;
  readonly at: number;
  readonly redact: (text: string) => string;
}

export function toRecord({ analysis, outcome, context, at, redact }: ToRecordOptions): DecisionRecord {
  const { platform, userId } = context.origin;
  const request = redact(analysis.summary);
  const { wall } = outcome;
  const left = request.length - longestRequest;
  return {
    at,
    sessionId: context.sessionId,
    platform,
    userId,
    tool: analysis.tool,
    request: left > 0 ? `${request.slice(0, longestRequest)} … ${left} more characters` : request,
    decision: outcome.allowed ? "allowed" : "denied",
    decidedBy: redact(outcome.decidedBy),
    reason: redact(wall === undefined ? outcome.reason : `${outcome.reason} It ran ${describeWall(wall)}.`),
    ...(wall !== undefined && { wall }),
  };
}

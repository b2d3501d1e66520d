import type { ToolContext } from "@hermes/registry";
import { refusalsOf } from "./analyze-call.ts";
import type { CallAssessment } from "./call-assessment.ts";
import type { GuardEnvironment } from "./guard-environment.ts";
import { denied } from "./guard-outcome.ts";
import type { GuardOutcome } from "./guard-outcome.ts";
import { noMeans } from "./refusal.ts";

/** Judges addresses by what is seen of them alone. */
export function withoutLookUp<Environment extends Pick<GuardEnvironment, "checkUrl">>(
  options: Environment,
): Environment {
  const { checkUrl } = options;
  return {
    ...options,
    checkUrl: async (url: string, signal: AbortSignal) => await checkUrl?.(url, signal, { lookUp: false }),
  };
}

/** What was judged by its address alone is looked up once it may be reached, and refused where it leads to what is private. */
export async function afterLookUp(
  outcome: GuardOutcome,
  {
    assessment: { analysis, isLookedUp },
    context,
    options,
  }: {
    readonly assessment: Pick<CallAssessment, "analysis" | "isLookedUp">;
    readonly context: Pick<ToolContext, "signal">;
    readonly options: Pick<GuardEnvironment, "checkUrl">;
  },
): Promise<GuardOutcome> {
  const { argument } = analysis;
  if (!outcome.allowed || isLookedUp || argument?.kind !== "url") return outcome;
  const [reason] = await refusalsOf(argument, context.signal, options);
  return reason === undefined
    ? outcome
    : denied({ decidedBy: "hard limit network.private", reason, advice: noMeans });
}

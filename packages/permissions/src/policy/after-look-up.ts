import type { ToolContext } from "@hermes/registry";
import { mayLookUp } from "../untrusted/may-look-up.ts";
import { refusalsOf } from "./analyze-call.ts";
import type { CallToAnalyze } from "./analyze-call.ts";
import type { CallAssessment } from "./call-assessment.ts";
import type { GuardEnvironment } from "./guard-environment.ts";
import { denied } from "./guard-outcome.ts";
import type { GuardOutcome } from "./guard-outcome.ts";
import { noMeans } from "./refusal.ts";

/** Whether names may be looked up before a call is decided, and how its addresses are then judged. */
export async function lookUpsBefore<Environment extends Pick<GuardEnvironment, "checkUrl">>(
  call: CallToAnalyze,
  context: Pick<ToolContext, "provenance" | "transcript">,
  options: Environment,
): Promise<{ readonly isLookedUp: boolean; readonly environment: Environment }> {
  if (await mayLookUp(call, context)) return { isLookedUp: true, environment: options };
  const { checkUrl } = options;
  const byAddress = async (url: string, signal: AbortSignal): Promise<string | undefined> =>
    await checkUrl?.(url, signal, { lookUp: false });
  return { isLookedUp: false, environment: { ...options, checkUrl: byAddress } };
}

/** What was judged by its address alone is looked up once it may be reached, and refused where it leads to what is private. */
export async function afterLookUp(
  outcome: GuardOutcome,
  { analysis: { argument }, isLookedUp }: Pick<CallAssessment, "analysis" | "isLookedUp">,
  { signal }: Pick<ToolContext, "signal">,
  options: Pick<GuardEnvironment, "checkUrl">,
): Promise<GuardOutcome> {
  if (!outcome.allowed || isLookedUp || argument?.kind !== "url") return outcome;
  const [reason] = await refusalsOf(argument, signal, options);
  return reason === undefined
    ? outcome
    : denied({ decidedBy: "hard limit network.private", reason, advice: noMeans });
}

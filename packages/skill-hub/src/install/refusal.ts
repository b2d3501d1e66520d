import type { InstallOutcome } from "../skill-hub.ts";

export type Refusal = Extract<InstallOutcome, { ok: false }>;

export function refusal(
  problem: Refusal["problem"],
  reason: string,
  rest: Pick<Refusal, "hint" | "overruledBy" | "scan"> = {},
): Refusal {
  return { ok: false, problem, reason, ...rest };
}

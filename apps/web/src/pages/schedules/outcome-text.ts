import type { JobRun } from "@hermes/client";
import { strings } from "../../strings/strings.ts";

/** How a run ended, or how it stands. */
export function outcomeText({ state, outcome }: Pick<JobRun, "outcome" | "state">): string {
  const { outcomes, runStates } = strings.pages.schedules;
  return outcome === undefined ? runStates[state] : (outcomes.get(outcome) ?? outcome);
}

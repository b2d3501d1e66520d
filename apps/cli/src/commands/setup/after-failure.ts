import { nearestNames, type ChosenModel } from "@hermes/models";
import type { Choice } from "../../prompt/question.ts";
import type { SetupDesk } from "./setup-desk.ts";
import type { Trial } from "./try-model.ts";

export type NextStep = "key" | "model" | "again" | "place" | "keep" | "skip";

export interface AfterFailureOptions {
  readonly trial: Extract<Trial, { readonly ok: false }>;
  readonly choice: ChosenModel;
  readonly names: readonly string[] | undefined;
  readonly takesKey: boolean;
}

/** What the person wants to do about a request that failed; what most likely helps comes first. */
export async function afterFailure(
  desk: SetupDesk,
  { trial, choice, names = [], takesKey }: AfterFailureOptions,
): Promise<NextStep> {
  const near = trial.kind === "model-not-found" ? nearestNames(choice.model, names) : [];
  if (near.length > 0) desk.say(`It has ${near.join(", ")}.`);
  const key: Choice = { id: "key", label: "Give another key" };
  const model: Choice = { id: "model", label: "Choose another model" };
  const again: Choice = { id: "again", label: "Try again" };
  const helpful = trial.kind === "auth" && takesKey ? key : trial.kind === "model-not-found" ? model : again;
  const rest = [again, ...(takesKey ? [key] : []), model].filter((each) => each !== helpful);
  const choices: readonly Choice[] = [
    helpful,
    ...rest,
    { id: "place", label: "Choose another provider" },
    { id: "keep", label: "Keep it anyway" },
    { id: "skip", label: "Skip this step" },
  ];
  const answer = await desk.choose("Nothing was written. What now?", { choices });
  return steps.find((step) => answer?.type === "choice" && step === answer.id) ?? "skip";
}

const steps: readonly NextStep[] = ["key", "model", "again", "place", "keep"];

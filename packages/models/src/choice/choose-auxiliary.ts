import { chooseModel, type ChooseModelOptions } from "./choose-model.ts";
import type { ModelSettings } from "./model-settings.ts";
import type { ModelChoice } from "./model-choice.ts";

/** The `auxiliary.<task>` block of the settings. */
export interface AuxiliarySettings {
  /** `none`, or left out: what would need a model falls back to plain code. */
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
}

/**
 * Chooses the model of a side task such as `compression` or `title`. Undefined when none is set up for it, which is
 * the default: side tasks never use the main model on their own.
 */
export async function chooseAuxiliary(
  task: string,
  auxiliary: Readonly<Record<string, AuxiliarySettings | undefined>> | undefined,
  options: Omit<ChooseModelOptions, "flags" | "settings">,
): Promise<ModelChoice | undefined> {
  const block = auxiliary?.[task];
  const provider = block?.provider?.trim();
  if (block === undefined || provider === "none") return undefined;
  if (!provider && !block.model && !block.base_url) return undefined;
  const settings: ModelSettings = { ...block, default: block.model };
  return chooseModel({ ...options, settings });
}

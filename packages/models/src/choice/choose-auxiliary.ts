import { chooseModel, type ChooseModelOptions } from "./choose-model.ts";
import type { ModelSettings } from "./model-settings.ts";
import type { ModelChoice } from "./model-choice.ts";

/** The `auxiliary.<task>` block of the settings. */
export interface AuxiliarySettings {
  /**
   * `none`, or left out: what would need a model falls back to plain code. `main`: that of the conversation; `auto`: found by the name
   * of the model. Both without a name are like left out.
   */
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
  {
    main = {},
    ...options
  }: Omit<ChooseModelOptions, "flags" | "settings"> & {
    /** The settings of the conversation's model. */
    readonly main?: ModelSettings | undefined;
  },
): Promise<ModelChoice | undefined> {
  const block = auxiliary?.[task];
  const provider = block?.provider?.trim();
  if (block === undefined || provider === "none") return undefined;
  const names = provider !== undefined && !["", "main", "auto"].includes(provider);
  if (!names && !block.model && !block.base_url) return undefined;
  const own: ModelSettings = { ...block, default: block.model };
  if (provider !== "main") return chooseModel({ ...options, settings: own });
  const { provider: ofMain, base_url, api_key } = main;
  const settings = block.base_url
    ? { ...own, provider: undefined }
    : { ...own, provider: ofMain, base_url, api_key };
  return chooseModel({ ...options, settings });
}

import { chooseModel, type ChooseModelOptions } from "./choose-model.ts";
import type { ModelSettings } from "./model-settings.ts";
import { mayServe } from "./model-names.ts";
import type { ModelChoice } from "./model-choice.ts";
import { customProvider, findProvider } from "./providers.ts";

/** The `auxiliary.<task>` block of the settings. */
export interface AuxiliarySettings {
  /**
   * `none`: what would need a model falls back to plain code, as it does where nothing at all is set. `main`: where the conversation
   * has its own; `auto`: there, or for a model that can't be had there, where its name and the keys lead.
   */
  readonly provider?: string | undefined;
  /** Undefined: with `main` or `auto` that of the conversation, else the provider's default. */
  readonly model?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
}

export interface ChooseAuxiliaryOptions extends Omit<ChooseModelOptions, "settings"> {
  /** The settings of the conversation's model; the flags are about it too. */
  readonly main?: ModelSettings | undefined;
}

/**
 * Chooses the model of a side task such as `compression` or `title`. Undefined when none is set up for it, which is
 * the default: side tasks never use the main model on their own.
 */
export async function chooseAuxiliary(
  task: string,
  auxiliary: Readonly<Record<string, AuxiliarySettings | undefined>> | undefined,
  { main = {}, flags = {}, ...options }: ChooseAuxiliaryOptions,
): Promise<ModelChoice | undefined> {
  const { provider: named, model, base_url, api_key } = auxiliary?.[task] ?? {};
  const provider = named?.trim() ?? "";
  const isWord = ["", "main", "auto"].includes(provider);
  if (provider === "none" || (provider === "" && !model && !base_url)) return undefined;
  const own: ModelSettings = { provider: isWord ? undefined : provider, default: model, base_url, api_key };
  if (!isWord || base_url) return await chooseModel({ ...options, settings: own });
  if (!model) return await chooseModel({ ...options, flags, settings: main });
  const { provider: ofMain, base_url: address, api_key: key } = main;
  const there = await chooseModel({
    ...options,
    flags: { provider: flags.provider, baseUrl: flags.baseUrl },
    settings: { provider: ofMain, base_url: address, api_key: key, default: model },
  });
  const mayHave = there.ok && mayServe(findProvider(there.provider) ?? customProvider, model);
  return provider === "main" || mayHave ? there : await chooseModel({ ...options, settings: own });
}

import type { Settings } from "@hermes/config";
import type { Model, ModelChoice, ModelOverrides } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import type { RuntimeFlags } from "../runtime.ts";
import { listedModels } from "./model-list.ts";
import type { ModelListOptions } from "./model-list.ts";

interface Wishes {
  readonly flags: RuntimeFlags;
  readonly settings: Settings;
  readonly env: Environment;
}

/** Flags, then settings, then the environment, then a server on this machine. */
export async function chooseConfiguredModel({ flags, settings, env }: Wishes): Promise<ModelChoice> {
  const { chooseModel } = await import("@hermes/models");
  const { model, provider, baseUrl } = flags;
  return await chooseModel({ flags: { model, provider, baseUrl }, settings: settings.model, env });
}

export interface MakeModelOptions {
  /** Home of Hermes. */
  readonly home: string;
  readonly settings: Settings;
  /** Who else is asked for models. @default nobody */
  readonly others?: ModelListOptions["others"];
  readonly signal: AbortSignal;
}

/** @throws {HermesError} `RUNTIME_NO_MODEL` when nothing was chosen. */
export async function makeModel(
  choice: ModelChoice,
  { home, settings, others, signal }: MakeModelOptions,
): Promise<Model> {
  if (!choice.ok) throw noModel(choice.reason, choice.hint);
  const overrides = overridesOf(settings, choice.model);
  const [{ createModel }, fetched] = await Promise.all([
    import("@hermes/models"),
    listedModels(choice, { home, signal, others, offline: settings.model.refresh === "off" }),
  ]);
  return await createModel(choice, { fetched, overrides });
}

/** The model of a side task; undefined where the settings name none. */
export async function makeAuxiliaryModel(
  task: string,
  { settings, env }: Omit<Wishes, "flags">,
): Promise<Model | undefined> {
  const { chooseAuxiliary, createModel } = await import("@hermes/models");
  const choice = await chooseAuxiliary(task, settings.auxiliary, { env, main: settings.model });
  if (choice === undefined) return undefined;
  if (choice.ok) return await createModel(choice, { overrides: overridesOf(settings, choice.model) });
  throw noModel(`The model for ${task} can't be used: ${choice.reason}`, choice.hint);
}

/** What the settings say of a model by its name. */
export function overridesOf({ models }: Settings, model: string): ModelOverrides {
  const { context_length, max_tokens, price } = models[model] ?? {};
  return {
    contextWindow: context_length,
    maxOutputTokens: max_tokens,
    price: price && {
      input: price.input,
      output: price.output,
      cacheRead: price.cache_read,
      cacheWrite: price.cache_write,
    },
  };
}

function noModel(reason: string, hint: string): HermesError {
  return new HermesError(reason, { code: "RUNTIME_NO_MODEL", hint });
}

import type { Settings } from "@hermes/config";
import type { Model, ModelChoice, ModelOverrides } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import type { RuntimeFlags } from "../runtime.ts";
import type { HomeCredentials } from "./home-credentials.ts";
import { listedModels } from "./model-list.ts";
import type { ModelListOptions } from "./model-list.ts";

interface Wishes {
  readonly flags: RuntimeFlags;
  readonly credentials: HomeCredentials;
  readonly settings: Settings;
  readonly env: Environment;
}

/** Flags, then settings, then the environment, then a server on this machine. */
export async function chooseConfiguredModel({
  flags,
  settings,
  env,
  credentials,
}: Wishes): Promise<ModelChoice> {
  const [{ chooseModel }, keys] = await Promise.all([import("@hermes/models"), credentials.keys()]);
  const { model, provider, baseUrl } = flags;
  return await chooseModel({ flags: { model, provider, baseUrl }, settings: settings.model, env, keys });
}

/** A model of a chain. */
export interface NamedModel {
  readonly model: Model;
  /** What its cool-down is kept by: another key makes it another one. */
  readonly name: string;
}

export interface MakeModelOptions {
  readonly credentials: HomeCredentials;
  /** Home of Hermes. */
  readonly home: string;
  readonly settings: Settings;
  /** Who else is asked for models. @default nobody */
  readonly others?: ModelListOptions["others"];
  readonly signal: AbortSignal;
}

/** @throws {HermesError} `RUNTIME_NO_MODEL` when nothing was chosen. */
async function makeModel(
  choice: ModelChoice,
  { home, settings, others, signal, credentials }: MakeModelOptions,
): Promise<Model> {
  if (!choice.ok) throw noModel(choice.reason, choice.hint);
  const overrides = overridesOf(settings, choice.model);
  const [{ createModel, withCredentials }, fetched, source] = await Promise.all([
    import("@hermes/models"),
    listedModels(choice, { home, signal, others, offline: settings.model.refresh === "off" }),
    credentials.sourceFor(choice),
  ]);
  const model = await createModel(choice, { fetched, overrides });
  if (source === undefined) return model;
  return withCredentials(model, {
    source,
    create: async ({ value, scheme }) =>
      await createModel({ ...choice, apiKey: value, keyScheme: scheme }, { fetched, overrides }),
  });
}

/** The chosen model, and after it those of `fallback_providers`. One that can't be used is warned of and left out. */
export async function makeModels(
  choice: ModelChoice,
  options: MakeModelOptions & { readonly env: Environment; readonly warn: (message: string) => void },
): Promise<readonly [NamedModel, ...NamedModel[]]> {
  const first = { model: await makeModel(choice, options), name: await nameOf(choice) };
  const others = new Map([[first.name, first]]);
  for (const [index, other] of (await chooseFallbacks(options)).entries()) {
    const name = await nameOf(other);
    if (!other.ok) options.warn(`fallback_providers, entry ${index + 1}: ${other.reason} ${other.hint}`);
    else if (!others.has(name)) others.set(name, { model: await makeModel(other, options), name });
  }
  others.delete(first.name);
  return [first, ...others.values()];
}

/** What the entries of `fallback_providers` lead to, in their order. */
export async function chooseFallbacks({
  settings,
  env,
  credentials,
}: Omit<Wishes, "flags">): Promise<readonly ModelChoice[]> {
  if (settings.fallback_providers.length === 0) return [];
  const [{ chooseModel }, keys] = await Promise.all([import("@hermes/models"), credentials.keys()]);
  return await Promise.all(
    settings.fallback_providers.map(async ({ provider, model, base_url, api_key, key_env }) => {
      const key = api_key ?? (key_env === undefined ? undefined : env[key_env]);
      return await chooseModel({ settings: { provider, default: model, base_url, api_key: key }, env, keys });
    }),
  );
}

/** What the cool-down of a model is kept by. */
export async function nameOf(choice: ModelChoice): Promise<string> {
  if (!choice.ok) return "";
  const { createHash } = await import("node:crypto");
  const { provider, baseUrl, model, apiKey = "" } = choice;
  const key = createHash("sha256").update(apiKey).digest("hex").slice(0, 16);
  return `${provider} ${baseUrl} ${model} ${key}`;
}

/** The model of a side task; undefined where the settings name none. */
export async function makeAuxiliaryModel(
  task: string,
  { settings, env, credentials }: Omit<Wishes, "flags">,
): Promise<Model | undefined> {
  const [{ chooseAuxiliary, createModel }, keys] = await Promise.all([
    import("@hermes/models"),
    credentials.keys(),
  ]);
  const choice = await chooseAuxiliary(task, settings.auxiliary, { env, keys, main: settings.model });
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

import type { Settings } from "@hermes/config";
import type {
  ChooseModelOptions,
  ChosenModel,
  CreateModelOptions,
  GivenProviders,
  Model,
  ModelChoice,
  ModelOverrides,
} from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { withCommands } from "../hints.ts";
import type { RuntimeFlags } from "../runtime.ts";
import type { HomeCredentials } from "./home-credentials.ts";
import { listedModels } from "./model-list.ts";
import type { ModelListOptions } from "./model-list.ts";

interface Wishes {
  readonly flags: RuntimeFlags;
  readonly credentials: HomeCredentials;
  readonly settings: Settings;
  readonly env: Environment;
  readonly givenProviders: GivenProviders;
}

/** Flags, then settings, then the environment, then a server on this machine. */
export async function chooseConfiguredModel({
  flags,
  settings,
  env,
  credentials,
  givenProviders: given,
}: Wishes): Promise<ModelChoice> {
  const [{ chooseModel }, keys] = await Promise.all([import("@hermes/models"), credentials.keys()]);
  const { model, provider, baseUrl } = flags;
  const wanted = { flags: { model, provider, baseUrl }, settings: settings.model, env, keys, given };
  return withCommands(await chooseModel(wanted));
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
  /** Ends what is asked of the provider about its models. Absent: it is not asked. */
  readonly signal?: AbortSignal | undefined;
}

async function makeModel(
  choice: ChosenModel,
  { home, settings, others, signal, credentials }: MakeModelOptions,
): Promise<Model> {
  const overrides = overridesOf(settings, choice.model);
  if (choice.given !== undefined) {
    const { createModel } = await import("@hermes/models");
    return await createModel(choice, { overrides });
  }
  const fields = fieldsOf(settings, choice);
  const offline = settings.model.refresh === "off";
  const [{ createModel, withCredentials }, fetched, source] = await Promise.all([
    import("@hermes/models"),
    signal === undefined ? undefined : listedModels(choice, { home, signal, others, offline }),
    credentials.sourceFor(choice),
  ]);
  const model = await createModel(choice, { fetched, overrides, fields });
  if (source === undefined) return model;
  return withCredentials(model, {
    source,
    create: async ({ value, scheme }) =>
      await createModel({ ...choice, apiKey: value, keyScheme: scheme }, { fetched, overrides, fields }),
  });
}

/**
 * The chosen model, and after it those of `fallback_providers`. One that can't be used is warned of and left out.
 *
 * @throws {HermesError} `RUNTIME_NO_MODEL` when nothing was chosen.
 */
export async function makeModels(
  choice: ModelChoice,
  options: MakeModelOptions &
    Pick<Wishes, "env" | "givenProviders"> & { readonly warn: (message: string) => void },
): Promise<readonly [NamedModel, ...NamedModel[]]> {
  if (!choice.ok) throw noModel(choice.reason, choice.hint);
  const others = await chooseFallbacks(options);
  for (const [index, other] of others.entries())
    if (!other.ok) options.warn(`fallback_providers, entry ${index + 1}: ${other.reason} ${other.hint}`);
  const first = { model: await makeModel(choice, options), name: await nameOf(choice) };
  const standIns = await makeModelsOf(others, options);
  return [first, ...standIns.filter(({ name }) => name !== first.name)];
}

/** Those that can be used, each once. */
export async function makeModelsOf(
  choices: readonly ModelChoice[],
  options: MakeModelOptions,
): Promise<readonly NamedModel[]> {
  const made = new Map<string, NamedModel>();
  for (const choice of choices) {
    const name = await nameOf(choice);
    if (choice.ok && !made.has(name)) made.set(name, { model: await makeModel(choice, options), name });
  }
  return [...made.values()];
}

/** What the entries of `fallback_providers` lead to, in their order. */
export async function chooseFallbacks({
  settings,
  env,
  credentials,
  givenProviders: given,
}: Omit<Wishes, "flags">): Promise<readonly ModelChoice[]> {
  if (settings.fallback_providers.length === 0) return [];
  return await chooseEntries(settings.fallback_providers, { env, keys: await credentials.keys(), given });
}

/** What a list of models in the settings leads to. */
export async function chooseEntries(
  entries: Settings["fallback_providers"],
  place: Pick<ChooseModelOptions, "env" | "keys" | "given">,
): Promise<readonly ModelChoice[]> {
  const { chooseModel } = await import("@hermes/models");
  const { env, keys, given } = place;
  return await Promise.all(
    entries.map(async (entry) => {
      const { provider, model, base_url } = entry;
      const settings = { provider, default: model, base_url, api_key: keyOf(entry, env) };
      return withCommands(await chooseModel({ ...{ env, keys, given }, settings }));
    }),
  );
}

/** The key of an entry, or of the variable that it names. */
export function keyOf(
  { api_key, key_env }: Settings["fallback_providers"][number],
  env: Environment,
): string | undefined {
  return api_key ?? (key_env === undefined ? undefined : env[key_env]);
}

/** What the cool-down of a model is kept by. */
export async function nameOf(choice: ModelChoice): Promise<string> {
  if (!choice.ok) return "";
  const { createHash } = await import("node:crypto");
  const { provider, baseUrl, model, apiKey = "" } = choice;
  const key = createHash("sha256").update(apiKey).digest("hex").slice(0, 16);
  return `${provider} ${baseUrl} ${model} ${key}`;
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

/** What requests to OpenRouter say beside the conversation; in one order, since it stands before the messages. */
function fieldsOf({ provider_routing }: Settings, { provider }: ChosenModel): CreateModelOptions["fields"] {
  if (provider !== "openrouter") return undefined;
  const { order, only, ignore, allow_fallbacks, require_parameters, data_collection } = provider_routing;
  const { zdr, quantizations, sort, max_price } = provider_routing;
  const { prompt, completion, request, image } = max_price;
  const routing = whatIsSaid({
    ...{ order, only, ignore, allow_fallbacks, require_parameters, data_collection },
    ...{ zdr, quantizations, sort },
    max_price: whatIsSaid({ prompt, completion, request, image }),
  });
  return routing && { provider: routing };
}

/** Without what is not set, and without empty lists, which say nothing; undefined where nothing is left. */
function whatIsSaid(settings: Readonly<Record<string, unknown>>): object | undefined {
  const said = Object.entries(settings).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

export function noModel(reason: string, hint: string): HermesError {
  return new HermesError(reason, { code: "RUNTIME_NO_MODEL", hint });
}

import type { Environment } from "@hermes/registry";
import { azureDeployment, azureUrl, normaliseBaseUrl, ollamaUrl, sameOrigin } from "./base-url.ts";
import { type DetectLocal, detectLocalServer, type LocalServer } from "./detect-local-server.ts";
import { chooseGiven } from "./choose-given.ts";
import type { GivenProviders } from "./given-provider.ts";
import { findKey, type FoundKey, type HomedKey, homeOf, ownerOf, read, readFirst } from "./find-key.ts";
import { makerOf, mayServe, nameAt } from "./model-names.ts";
import type { ChosenModel, ModelChoice, NoModel } from "./model-choice.ts";
import type { ModelSettings } from "./model-settings.ts";
import { nearestNames } from "./nearest-names.ts";
import { emptyServer, no, noAddress, nothingFound, nothingNamed, ownerless } from "./no-model.ts";
import { customProvider, findProvider, type ProviderRow, providers } from "./providers.ts";

/** What was said for this start alone. */
export interface ModelFlags {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
}

export interface ChooseModelOptions {
  readonly flags?: ModelFlags | undefined;
  readonly settings?: ModelSettings | undefined;
  readonly env: Environment;
  /** Keys that are kept beside the settings and the environment, such as those of `auth.json`. */
  readonly keys?: readonly HomedKey[] | undefined;
  /** Providers beside the known ones. @default none */
  readonly given?: GivenProviders | undefined;
  /** Looks for a server on this machine. @default detectLocalServer */
  readonly detectLocal?: DetectLocal | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A provider, and why it was taken. */
interface Pick {
  readonly row: ProviderRow;
  readonly why: string;
  readonly baseUrl?: string | undefined;
  readonly server?: LocalServer | undefined;
}

interface Wishes {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** Undefined where the flags name another provider than the settings. */
  readonly settings?: ModelSettings | undefined;
  readonly source: string;
}

/**
 * Chooses the model: flag, then settings, then the environment, then a server on this machine.
 *
 * Never throws for what a person can get wrong: the answer then says what is missing and how to get it.
 *
 * @throws the reason of the signal when aborted.
 * @see findKey for the rule that decides which key is sent.
 */
export async function chooseModel(options: ChooseModelOptions): Promise<ModelChoice> {
  const wishes = readWishes(options);
  const { provider, model, settings } = wishes;
  if (provider !== undefined && findProvider(provider) === undefined) {
    const why = `chosen by ${wishes.source}`;
    return await chooseGiven({ provider, model, settings, why }, options.given);
  }
  if (wishes.baseUrl !== undefined && normaliseBaseUrl(wishes.baseUrl, "chat") === undefined) {
    return no(`"${wishes.baseUrl}" is not a base URL.`, "A base URL looks like https://host/v1.");
  }
  const pick = pickNamed(wishes, options.env) ?? pickByKey(wishes, options) ?? (await pickLocal(options));
  if (pick !== undefined) return complete(pick, wishes, options);
  return wishes.settings?.api_key === undefined ? nothingFound() : ownerless();
}

function readWishes({ flags = {}, settings = {}, env }: ChooseModelOptions): Wishes {
  const flagged = named(flags.provider);
  const inSettings = named(settings.provider);
  const provider = flagged ?? inSettings ?? named(read(env, "HERMES_INFERENCE_PROVIDER"));
  const apply = flagged === undefined || isSame(flagged, inSettings);
  const row = provider === undefined ? undefined : findProvider(provider);
  const settingsModel = named(settings.default);
  // A model that stands alone in the settings goes with another provider where that one can have it.
  const alone = inSettings === undefined && named(settings.base_url) === undefined;
  const fits = alone && row !== undefined && settingsModel !== undefined && mayServe(row, settingsModel);
  return {
    provider,
    model: named(flags.model) ?? (apply || fits ? settingsModel : undefined),
    baseUrl: named(flags.baseUrl) ?? (apply ? named(settings.base_url) : undefined),
    settings: apply ? settings : undefined,
    source: sourceOf(flagged ?? named(flags.baseUrl), inSettings ?? named(settings.base_url)),
  };
}

function sourceOf(flag: string | undefined, setting: string | undefined): string {
  if (flag !== undefined) return "a flag";
  return setting === undefined ? "HERMES_INFERENCE_PROVIDER" : "the settings";
}

function named(text: string | undefined): string | undefined {
  const name = text?.trim();
  return name === undefined || name === "" || name === "auto" ? undefined : name;
}

function isSame(left: string, right: string | undefined): boolean {
  const idOf = (name: string): string => findProvider(name)?.id ?? name;
  return right !== undefined && idOf(left) === idOf(right);
}

/** By the name of a provider, else by the address. */
function pickNamed(wishes: Wishes, env: Environment): Pick | undefined {
  const why = `chosen by ${wishes.source}`;
  const { baseUrl } = wishes;
  const row = wishes.provider === undefined ? undefined : findProvider(wishes.provider);
  if (row !== undefined)
    return row.id === "local" && baseUrl === undefined ? undefined : { row, why, baseUrl };
  if (baseUrl !== undefined) return { row: atAddress(baseUrl, env), why, baseUrl };
  const owner = ownerOf(wishes.settings?.api_key ?? "");
  return owner === undefined ? undefined : { row: owner, why: "its key is in the settings" };
}

function atAddress(baseUrl: string, env: Environment): ProviderRow {
  return providers.find((row) => sameOrigin(homeOf(row, env), baseUrl)) ?? customProvider;
}

/** By what the environment holds; a model's name can prefer its own maker. */
function pickByKey(wishes: Wishes, { env, keys = [] }: ChooseModelOptions): Pick | undefined {
  if (wishes.provider !== undefined) return undefined;
  const hasKept = (row: ProviderRow): boolean =>
    keys.some(({ home }) => sameOrigin(homeOf(row, env), home ?? ""));
  const remote = providers.filter((row) => row.local !== true);
  // What is in the environment of this start wins over what was kept once.
  const inEnv = remote.filter((row) => variableOf(row, env) !== undefined);
  const row = preferred(inEnv.length > 0 ? inEnv : remote.filter(hasKept), wishes.model);
  if (row === undefined) return undefined;
  const variable = variableOf(row, env);
  return { row, why: variable === undefined ? "there is a key for it" : `${variable} is set` };
}

function variableOf(row: ProviderRow, env: Environment): string | undefined {
  const { keyAliases = [], baseUrlAliases = [] } = row;
  return readFirst(env, [
    row.keyVariable,
    ...keyAliases,
    row.tokenVariable,
    row.baseUrlVariable,
    ...baseUrlAliases,
  ])?.name;
}

function preferred(usable: readonly ProviderRow[], model: string | undefined): ProviderRow | undefined {
  if (model === undefined) return usable[0];
  const maker = makerOf(model);
  const own = usable.find((row) => row.id === maker?.id);
  // `anthropic/claude-…` is how OpenRouter and its like write it, `claude-…` how Anthropic does.
  const reseller = usable.find((row) => row.aggregator === true);
  if (model.includes("/") && own?.aggregator !== true) return reseller ?? own ?? usable[0];
  return own ?? usable.find((row) => mayServe(row, model)) ?? usable[0];
}

async function pickLocal({
  env,
  detectLocal = detectLocalServer,
  signal,
}: ChooseModelOptions): Promise<Pick | undefined> {
  const server = await detectLocal({ env, signal });
  const row = server === undefined ? undefined : (findProvider(server.id) ?? findProvider("local"));
  if (server === undefined || row === undefined) return undefined;
  return { row, server, baseUrl: server.baseUrl, why: `${server.label} answers at ${server.baseUrl}` };
}

/** Where a model is had, and what opens it. */
interface Access {
  readonly baseUrl: string;
  readonly key: FoundKey;
  readonly aws?: ChosenModel["aws"];
}

async function accessTo(
  pick: Pick,
  wishes: Wishes,
  { env, keys }: ChooseModelOptions,
): Promise<Access | NoModel> {
  const { row } = pick;
  if (row.protocol === "converse") {
    const { bedrockAccess } = await import("./bedrock-access.ts");
    return bedrockAccess({ row, baseUrl: pick.baseUrl, settings: wishes.settings, env });
  }
  const address = addressOf(pick, env);
  if (address === undefined) return noAddress(row);
  const baseUrl = normaliseBaseUrl(address, row.protocol);
  if (baseUrl === undefined)
    return no(`"${address}" is not a base URL.`, `Correct ${row.baseUrlVariable ?? "base_url"}.`);
  const key = findKey({ row, baseUrl, settings: wishes.settings, env, keys });
  const isHome = row.baseUrl === undefined || sameOrigin(row.baseUrl, baseUrl);
  if (key.apiKey === undefined && row.keyVariable !== undefined && row.local !== true && isHome) {
    const reason = `There is no key for ${row.label}.`;
    if (key.warning !== undefined) return no(reason, key.warning);
    const hint = `Set ${row.keyVariable}, or choose another provider.`;
    return {
      ...no(reason, hint),
      problem: "no-key",
      data: { provider: row.id, keyVariable: row.keyVariable },
    };
  }
  return { baseUrl, key };
}

async function complete(pick: Pick, wishes: Wishes, options: ChooseModelOptions): Promise<ModelChoice> {
  const { row } = pick;
  const access = await accessTo(pick, wishes, options);
  if ("ok" in access) return access;
  const { baseUrl, key, aws } = access;
  const model = await findModelName({ ...pick, baseUrl }, wishes.model, options);
  if (typeof model !== "string") return model;
  const { settings = {} } = wishes;
  return {
    ok: true,
    provider: row.id,
    label: row.label,
    protocol: row.protocol,
    model,
    baseUrl,
    ...key,
    ...(aws === undefined ? {} : { aws }),
    why: pick.why,
    contextWindow: settings.context_length,
    maxOutputTokens: settings.max_tokens,
    cacheTtl: settings.cache_ttl,
    reasoningEffort: settings.reasoning_effort,
  };
}

function addressOf({ row, baseUrl }: Pick, env: Environment): string | undefined {
  if (baseUrl !== undefined) return baseUrl;
  const home = homeOf(row, env);
  if (home !== undefined && row.protocol.startsWith("azure-"))
    return azureUrl(home, readFirst(env, ["AZURE_OPENAI_API_VERSION", "OPENAI_API_VERSION"])?.value);
  return row.id === "ollama" && home !== undefined ? (ollamaUrl(home) ?? home) : home;
}

async function findModelName(
  pick: Pick & { readonly baseUrl: string },
  wanted: string | undefined,
  options: ChooseModelOptions,
): Promise<string | NoModel> {
  const { row, baseUrl, server } = pick;
  if (server !== undefined && wanted !== undefined) return findServed(server, wanted);
  const name = wanted ?? (sameOrigin(row.baseUrl, baseUrl) ? row.defaultModel : undefined);
  if (name !== undefined) return nameAt(row, name);
  if (row.baseUrl === undefined && row.keyVariable !== undefined)
    return row.defaultModel ?? azureDeployment(baseUrl) ?? nothingNamed(row, baseUrl);
  const { env, detectLocal = detectLocalServer, signal } = options;
  // The list of models is that of the protocol which all local servers speak.
  const listed = row.protocol === "ollama" ? `${baseUrl}/v1` : baseUrl;
  const servers = [{ id: row.id, label: row.label, baseUrl: listed }];
  const asked = server ?? (await detectLocal({ env, signal, servers }));
  const [first] = asked?.models ?? [];
  if (first !== undefined) return first;
  if (row.defaultModel !== undefined) return row.defaultModel;
  return asked === undefined ? nothingNamed(row, baseUrl) : emptyServer(asked);
}

function findServed(server: LocalServer, wanted: string): string | NoModel {
  const found = server.models.find((name) => name === wanted || name === `${wanted}:latest`);
  if (found !== undefined) return found;
  const near = nearestNames(wanted, server.models);
  const has = `It has ${server.models.slice(0, 5).join(", ") || "none"}; other providers need a key.`;
  const hint = near.length > 0 ? `Did you mean ${near.join(", ")}?` : has;
  return no(`${server.label} at ${server.baseUrl} has no model "${wanted}".`, hint);
}

import type { ChosenModel } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";
import { chooseConfiguredModel, overridesOf } from "./chosen-model.ts";
import type { ListedModel, ListModelsOptions } from "./home-models.ts";
import { askModels, isFresh, keptList } from "./model-list.ts";
import type { KeptList } from "./model-list.ts";
import { usableProviders } from "./usable-providers.ts";

/** A provider, and what is known of its models. */
export interface ProviderModels {
  readonly at: ChosenModel;
  readonly list: KeptList | undefined;
  /** Where it is the chosen one. */
  readonly chosen: ChosenModel | undefined;
}

/** The providers that can be used, or the one that is named, with what is known of their models. */
export async function providerModels(
  parts: RuntimeParts,
  { provider, refresh, offline = false, signal }: ListModelsOptions,
): Promise<readonly ProviderModels[]> {
  const { env, credentials, givenProviders, options } = parts;
  const { settings, home } = options.loaded;
  const choice = await parts.modelChoice();
  const chosen = choice.ok ? choice : undefined;
  const usable =
    provider === undefined
      ? await usableProviders({ settings, env, credentials, givenProviders, chosen, offline, signal })
      : [await namedProvider(parts, provider, chosen)];
  return await Promise.all(
    usable.map(async (at) => {
      const isChosen = at.baseUrl === chosen?.baseUrl;
      const kept = await keptList(at, home);
      const isAsked = isChosen || provider !== undefined;
      const mayAsk = !offline && (refresh === true || (isAsked && !isFresh(kept, Date.now())));
      const list = mayAsk ? ((await asked(at, { home, signal })) ?? kept) : kept;
      return { at, list, chosen: isChosen ? chosen : undefined };
    }),
  );
}

/** @throws {HermesError} `RUNTIME_NO_MODEL` when it can't be used, or does not exist. */
async function namedProvider(
  { options: { loaded }, env, credentials, givenProviders }: RuntimeParts,
  provider: string,
  chosen: ChosenModel | undefined,
): Promise<ChosenModel> {
  const { findProvider } = await import("@hermes/models");
  if (chosen !== undefined && findProvider(provider)?.id === chosen.provider) return chosen;
  const { settings } = loaded;
  const choice = await chooseConfiguredModel({
    flags: { provider },
    ...{ settings, env, credentials, givenProviders },
  });
  if (choice.ok) return choice;
  throw new HermesError(choice.reason, { code: "RUNTIME_NO_MODEL", hint: choice.hint });
}

/** A provider without a key: nobody is asked, and what is known of its models can be looked at all the same. */
export async function unusedProvider(
  { options: { loaded }, env, credentials, givenProviders }: RuntimeParts,
  name: string | undefined,
): Promise<ChosenModel | undefined> {
  const { findProvider } = await import("@hermes/models");
  const row = name === undefined ? undefined : findProvider(name);
  if (row?.baseUrl === undefined || row.local === true) return undefined;
  const { settings } = loaded;
  const choice = await chooseConfiguredModel({
    flags: { provider: row.id },
    ...{ settings, env, credentials, givenProviders },
  });
  if (choice.ok) return undefined;
  const { id: provider, label, protocol, baseUrl, defaultModel: model = "" } = row;
  return {
    ...{ ok: true, provider, label, protocol, baseUrl, model },
    ...{ keyScheme: "key", keySource: "none", why: "it was named" },
  };
}

/** Undefined where it gives no list in time. */
async function asked(
  at: ChosenModel,
  { home, signal }: { readonly home: string; readonly signal: AbortSignal | undefined },
): Promise<KeptList | undefined> {
  const limit = AbortSignal.timeout(5_000);
  try {
    return await askModels(at, {
      home,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
  } catch {
    signal?.throwIfAborted();
    // Offline, or a server without a list: what is known goes.
    return undefined;
  }
}

export async function modelsOf(
  provided: ProviderModels,
  parts: RuntimeParts,
): Promise<readonly ListedModel[]> {
  const names = provided.list?.models.map(({ id }) => id) ?? (await bundledAt(provided.at));
  const chosen = provided.chosen === undefined ? [] : [provided.chosen.model];
  const all = [...new Set([...chosen, ...names])];
  return await Promise.all(all.map(async (model) => await describe(provided, model, parts)));
}

/** What the bundled table has of a maker, and the default of everybody else. */
async function bundledAt({ provider, model }: ChosenModel): Promise<readonly string[]> {
  const { bundledNames, findProvider, makerOf, nameAt } = await import("@hermes/models");
  const row = findProvider(provider);
  if (row === undefined) return [];
  const own = bundledNames().filter((name) => {
    const maker = makerOf(name);
    return maker !== undefined && (row.id === "openrouter" || maker.baseUrl === row.baseUrl);
  });
  return [...own.map((name) => nameAt(row, name)), ...(model === "" ? [] : [model])];
}

export async function describe(
  { at, list, chosen }: ProviderModels,
  model: string,
  { options: { loaded } }: RuntimeParts,
): Promise<ListedModel> {
  const { describeModel, findProvider, modelEfforts } = await import("@hermes/models");
  const isChosen = chosen?.model === model;
  const said = overridesOf(loaded.settings, model);
  const free = findProvider(at.provider)?.local === true ? { input: 0, output: 0 } : undefined;
  const overrides = {
    contextWindow: said.contextWindow ?? (isChosen ? chosen.contextWindow : undefined),
    maxOutputTokens: said.maxOutputTokens ?? (isChosen ? chosen.maxOutputTokens : undefined),
    price: said.price,
  };
  const known = describeModel(model, { overrides, fetched: list?.models });
  const efforts = modelEfforts({ ...at, model });
  const reasoning =
    known.abilities.reasoning ?? (efforts?.some((effort) => effort !== "off") === true || undefined);
  return {
    model,
    provider: at.provider,
    isChosen,
    contextWindow: known.contextWindow,
    maxOutputTokens: known.maxOutputTokens,
    // What a table says of a name is not what a plug-in asks for it.
    price: at.given === undefined ? (known.price ?? free) : said.price,
    abilities: { ...known.abilities, ...(known.source === "default" ? {} : { reasoning }) },
    efforts,
    sources: known.sources,
    listedAt: list?.fetchedAt,
  };
}

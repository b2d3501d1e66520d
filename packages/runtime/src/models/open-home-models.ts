import type { ChosenModel, Model } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { OpenSession } from "../runtime.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { chainOf } from "./chain-of-models.ts";
import { chooseConfiguredModel, makeModels, overridesOf } from "./chosen-model.ts";
import { keepModel } from "./keep-model.ts";
import { askModels, isFresh, keptList } from "./model-list.ts";
import type { KeptList } from "./model-list.ts";
import { usableProviders } from "./usable-providers.ts";
import type { HomeModels, ListedModel, ListModelsOptions, SessionModel } from "./home-models.ts";

/** @param sessions Those that are open here. */
export function openHomeModels(parts: RuntimeParts, sessions: ReadonlySet<OpenSession>): HomeModels {
  const { env, options } = parts;
  const { settings, home } = options.loaded;
  const sessionOf = (id: string): OpenSession => {
    const session = [...sessions].find((each) => each.id === id);
    if (session !== undefined) return session;
    throw new HermesError(`The session ${id} is not open here.`, { code: "RUNTIME_NO_SESSION" });
  };
  /** What was chosen for a session, of which the model itself does not know everything. */
  const chosenFor = new WeakMap<Model, ListedModel>();
  const current = async (id: string): Promise<SessionModel> => {
    const { model, effort } = sessionOf(id);
    const choice = await parts.modelChoice();
    const { modelEfforts } = await import("@hermes/models");
    const first = choice.ok && choice.model === model.id ? modelEfforts(choice) : undefined;
    const efforts = chosenFor.get(model)?.efforts ?? first;
    return { model: model.id, provider: model.provider, contextWindow: model.contextWindow, effort, efforts };
  };
  /** Who is looked at, with what is known of their models. */
  const shelves = async ({ provider, refresh, signal }: ListModelsOptions): Promise<readonly Shelf[]> => {
    const choice = await parts.modelChoice();
    const chosen = choice.ok ? choice : undefined;
    const usable =
      provider === undefined
        ? await usableProviders({ settings, env, credentials: parts.credentials, chosen, signal })
        : [await namedProvider(parts, provider, chosen)];
    return await Promise.all(
      usable.map(async (at) => {
        const isChosen = at.baseUrl === chosen?.baseUrl;
        const kept = await keptList(at, home);
        const mayAsk =
          refresh === true || ((isChosen || provider !== undefined) && !isFresh(kept, Date.now()));
        const list = mayAsk ? ((await asked(at, { home, signal })) ?? kept) : kept;
        return { at, list, chosen: isChosen ? chosen : undefined };
      }),
    );
  };
  const list: HomeModels["list"] = async (filter = {}) => {
    const words = (filter.query ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const unused = await unusedProvider(parts, filter.provider);
    const on =
      unused === undefined
        ? await shelves(filter)
        : [{ at: unused, list: await keptList(unused, home), chosen: undefined }];
    const all = (await Promise.all(on.map((shelf) => modelsOn(shelf, parts)))).flat();
    return all
      .filter(({ model, provider }) =>
        words.every((word) => `${provider}/${model}`.toLowerCase().includes(word)),
      )
      .toSorted((left, right) => Number(right.isChosen) - Number(left.isChosen));
  };
  return {
    list,
    async find(name, where = {}) {
      const [{ makerOf, mayServe, findProvider, nameAt, nearestNames }, all] = await Promise.all([
        import("@hermes/models"),
        shelves(where),
      ]);
      const listed = await Promise.all(all.map(async (shelf) => await modelsOn(shelf, parts)));
      for (const [index, { at }] of all.entries()) {
        const row = findProvider(at.provider);
        const names = new Set([name, ...(row === undefined ? [] : [nameAt(row, name)])]);
        const found = listed[index]?.find(({ model }) => names.has(model));
        if (found !== undefined) return found;
      }
      // A name that no list can refute: of a provider without one that may well have it.
      const open = all.find(({ at, list: known }) => {
        const row = findProvider(at.provider);
        if (known !== undefined || row === undefined) return false;
        const isServer = row.id === "custom" || row.local === true;
        return (
          where.provider !== undefined || isServer || (makerOf(name) !== undefined && mayServe(row, name))
        );
      });
      if (open !== undefined) return await describe(open, name, parts);
      const near = nearestNames(
        name,
        listed.flat().map(({ model }) => model),
      );
      const maker = makerOf(name);
      if (near.length === 0 && maker !== undefined && !all.some(({ at }) => at.provider === maker.id))
        throw withoutKey(name, maker);
      throw unknownModel(
        name,
        near,
        all.map(({ at }) => at.provider),
      );
    },
    async chosen() {
      const choice = await parts.modelChoice();
      if (!choice.ok) throw new HermesError(choice.reason, { code: "RUNTIME_NO_MODEL", hint: choice.hint });
      const shelf = { at: choice, list: await keptList(choice, home), chosen: choice };
      return await describe(shelf, choice.model, parts);
    },
    current,
    async choose(sessionId, found) {
      const session = sessionOf(sessionId);
      const model = await modelNamed(parts, found);
      chosenFor.set(model, found);
      session.use({ model });
      return await current(sessionId);
    },
    async setEffort(sessionId, effort) {
      sessionOf(sessionId).use({ reasoningEffort: effort });
      return await current(sessionId);
    },
    keep: async (found) => await keepModel(parts, found),
  };
}

/** A provider, and what is known of its models. */
interface Shelf {
  readonly at: ChosenModel;
  readonly list: KeptList | undefined;
  /** Where it is the chosen one. */
  readonly chosen: ChosenModel | undefined;
}

/** @throws {HermesError} `RUNTIME_NO_MODEL` when it can't be used, or does not exist. */
async function namedProvider(
  { options: { loaded }, env, credentials }: RuntimeParts,
  provider: string,
  chosen: ChosenModel | undefined,
): Promise<ChosenModel> {
  const { findProvider } = await import("@hermes/models");
  if (chosen !== undefined && findProvider(provider)?.id === chosen.provider) return chosen;
  const { settings } = loaded;
  const choice = await chooseConfiguredModel({ flags: { provider }, settings, env, credentials });
  if (choice.ok) return choice;
  throw new HermesError(choice.reason, { code: "RUNTIME_NO_MODEL", hint: choice.hint });
}

/** A provider without a key: nobody is asked, and what is known of its models can be looked at all the same. */
async function unusedProvider(
  { options: { loaded }, env, credentials }: RuntimeParts,
  name: string | undefined,
): Promise<ChosenModel | undefined> {
  const { findProvider } = await import("@hermes/models");
  const row = name === undefined ? undefined : findProvider(name);
  if (row?.baseUrl === undefined || row.local === true) return undefined;
  const { settings } = loaded;
  const choice = await chooseConfiguredModel({ flags: { provider: row.id }, settings, env, credentials });
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

async function modelsOn(shelf: Shelf, parts: RuntimeParts): Promise<readonly ListedModel[]> {
  const names = shelf.list?.models.map(({ id }) => id) ?? (await bundledAt(shelf.at));
  const chosen = shelf.chosen === undefined ? [] : [shelf.chosen.model];
  const all = [...new Set([...chosen, ...names])];
  return await Promise.all(all.map(async (model) => await describe(shelf, model, parts)));
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

async function describe(
  { at, list, chosen }: Shelf,
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
    price: known.price ?? free,
    abilities: { ...known.abilities, ...(known.source === "default" ? {} : { reasoning }) },
    efforts,
    sources: known.sources,
    listedAt: list?.fetchedAt,
  };
}

/** With those that stand in for it. */
async function modelNamed(
  parts: RuntimeParts,
  { model, provider }: Pick<ListedModel, "model" | "provider">,
): Promise<Model> {
  const { env, credentials, warn, closing: signal } = parts;
  const { loaded, flags = {} } = parts.options;
  const { home, settings } = loaded;
  const chosen = await parts.modelChoice();
  const isSame = chosen.ok && chosen.provider === provider;
  // What was said of the window was said of the model that is left.
  const { context_length: _window, max_tokens: _answer, ...rest } = settings.model;
  const choice = await chooseConfiguredModel({
    flags: isSame ? { ...flags, model } : { model, provider },
    settings: chosen.ok && chosen.model === model ? settings : { ...settings, model: rest },
    ...{ env, credentials },
  });
  return await chainOf(parts, await makeModels(choice, { home, settings, signal, env, credentials, warn }));
}

function withoutKey(
  name: string,
  { id, label }: { readonly id: string; readonly label: string },
): HermesError {
  return new HermesError(`None of your providers has the model "${name}"; it is one of ${label}.`, {
    code: "RUNTIME_UNKNOWN_MODEL",
    hint: `Add a key with hermes auth add ${id}.`,
  });
}

function unknownModel(name: string, near: readonly string[], providers: readonly string[]): HermesError {
  const where = providers.length === 0 ? "" : ` at ${providers.join(", ")}`;
  return new HermesError(`There is no model "${name}"${where}.`, {
    code: "RUNTIME_UNKNOWN_MODEL",
    hint:
      near.length > 0
        ? `Did you mean ${near.join(", ")}?`
        : "See hermes model list, or name a provider with --provider.",
  });
}

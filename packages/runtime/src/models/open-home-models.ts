import type { Model } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { OpenSession } from "../session/opened-session.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { chainOf } from "./model-chain.ts";
import { chooseConfiguredModel, makeModels } from "./chosen-model.ts";
import type { HomeModels, ListedModel, ListModelsOptions, SessionModel } from "./home-models.ts";
import { keepModel } from "./keep-model.ts";
import { keptList } from "./model-list.ts";
import { describe, modelsOf, providerModels, unusedProvider } from "./provider-models.ts";

/** @param sessions Those that are open here. */
export function openHomeModels(parts: RuntimeParts, sessions: ReadonlySet<OpenSession>): HomeModels {
  const { home } = parts.options.loaded;
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
    const { describeModel, modelEfforts } = await import("@hermes/models");
    const first = choice.ok && choice.model === model.id ? modelEfforts(choice) : undefined;
    const known = chosenFor.get(model);
    const { images } = (known ?? describeModel(model.id)).abilities;
    const { id: name, provider, contextWindow } = model;
    return { model: name, provider, contextWindow, effort, efforts: known?.efforts ?? first, images };
  };
  const list: HomeModels["list"] = async (filter = {}) => {
    const words = (filter.query ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const unused = await unusedProvider(parts, filter.provider);
    const on =
      unused === undefined
        ? await providerModels(parts, filter)
        : [{ at: unused, list: await keptList(unused, home), chosen: undefined }];
    const all = (await Promise.all(on.map((provided) => modelsOf(provided, parts)))).flat();
    return all
      .filter(({ model, provider }) =>
        words.every((word) => `${provider}/${model}`.toLowerCase().includes(word)),
      )
      .toSorted((left, right) => Number(right.isChosen) - Number(left.isChosen));
  };
  return {
    list,
    find: async (name, where = {}) => await findModel(parts, name, where),
    async chosen() {
      const choice = await parts.modelChoice();
      if (!choice.ok) throw new HermesError(choice.reason, { code: "RUNTIME_NO_MODEL", hint: choice.hint });
      const provided = { at: choice, list: await keptList(choice, home), chosen: choice };
      return await describe(provided, choice.model, parts);
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

async function findModel(parts: RuntimeParts, name: string, where: ListModelsOptions): Promise<ListedModel> {
  const [{ makerOf, mayServe, findProvider, nameAt, nearestNames }, all] = await Promise.all([
    import("@hermes/models"),
    providerModels(parts, where),
  ]);
  const listed = await Promise.all(all.map(async (provided) => await modelsOf(provided, parts)));
  for (const [index, { at }] of all.entries()) {
    const row = findProvider(at.provider);
    const names = new Set([name, ...(row === undefined ? [] : [nameAt(row, name)])]);
    const found = listed[index]?.find(
      ({ model }) => names.has(model) || (at.given !== undefined && `${at.provider}/${model}` === name),
    );
    if (found !== undefined) return found;
  }
  // A name that no list can refute: of a provider without one that may well have it.
  const open = all.find(({ at, list: known }) => {
    const row = findProvider(at.provider);
    if (known !== undefined || row === undefined) return false;
    const isServer = row.id === "custom" || row.local === true;
    return where.provider !== undefined || isServer || (makerOf(name) !== undefined && mayServe(row, name));
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
}

/** With those that stand in for it. */
async function modelNamed(
  parts: RuntimeParts,
  { model, provider }: Pick<ListedModel, "model" | "provider">,
): Promise<Model> {
  const { env, credentials, givenProviders, warn, closing: signal } = parts;
  const { loaded, flags = {} } = parts.options;
  const { home, settings } = loaded;
  const chosen = await parts.modelChoice();
  const isSame = chosen.ok && chosen.provider === provider;
  // What was said of the window was said of the model that is left.
  const { context_length: _window, max_tokens: _answer, ...rest } = settings.model;
  const choice = await chooseConfiguredModel({
    flags: isSame ? { ...flags, model } : { model, provider },
    settings: chosen.ok && chosen.model === model ? settings : { ...settings, model: rest },
    ...{ env, credentials, givenProviders },
  });
  const how = { home, settings, signal, env, credentials, givenProviders, warn };
  return await chainOf(parts, await makeModels(choice, how));
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

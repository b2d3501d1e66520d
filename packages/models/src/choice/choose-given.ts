import type { GivenModel, GivenProvider, GivenProviders } from "./given-provider.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { ModelSettings } from "./model-settings.ts";
import { nearestNames } from "./nearest-names.ts";
import { no, unknownProvider } from "./no-model.ts";

export interface GivenWishes {
  readonly provider: string;
  /** `ID` or `PROVIDER/ID`. */
  readonly model: string | undefined;
  /** Undefined: they are about another provider. */
  readonly settings: ModelSettings | undefined;
  readonly why: string;
}

/** A model of a provider that is given, or a sentence why there is none. */
export async function chooseGiven(
  { provider, model, settings = {}, why }: GivenWishes,
  given: GivenProviders | undefined,
): Promise<ModelChoice> {
  const all = (await given?.()) ?? [];
  const found = all.find(({ id }) => id === provider.toLowerCase());
  if (found === undefined)
    return unknownProvider(
      provider,
      all.map(({ id }) => id),
    );
  const { id, label, place, models } = found;
  const named = model === undefined ? models[0] : modelNamed(model, found);
  if (named === undefined) return noSuchModel(model ?? "", found);
  return {
    ...{ ok: true, provider: id, label, protocol: "given", model: named.id, baseUrl: place },
    ...{ keyScheme: "key", keySource: "none", why, given: found },
    contextWindow: settings.context_length,
    maxOutputTokens: settings.max_tokens,
    reasoningEffort: settings.reasoning_effort,
  };
}

function modelNamed(name: string, { id, models }: GivenProvider): GivenModel | undefined {
  return models.find((each) => each.id === name || `${id}/${each.id}` === name);
}

function noSuchModel(name: string, { label, place, models }: GivenProvider): ModelChoice {
  const names = models.map(({ id }) => id);
  const near = nearestNames(name, names);
  const has = `It has ${names.slice(0, 5).join(", ")}.`;
  return no(
    `${label} (${place}) has no model "${name}".`,
    near.length > 0 ? `Did you mean ${near.join(", ")}?` : has,
  );
}

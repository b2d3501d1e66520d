import { isSecretName } from "@hermes/config";
import type { Settings } from "@hermes/config";
import type { Environment } from "@hermes/registry";

export interface SecretPlaces {
  readonly env: Environment;
  readonly settings: Settings;
  /** Of `auth.json`. */
  readonly stored: Iterable<string>;
}

/** Values of the environment and of the settings of platforms and the API that are secret by their name, and every key of a model. */
export function knownSecrets({ env, settings, stored }: SecretPlaces): readonly string[] {
  const { model, auxiliary, fallback_providers, mixture_of_agents, platforms, api } = settings;
  const { reference_models, aggregator_model = {} } = mixture_of_agents;
  const tasks = Object.values(auxiliary);
  const standIns = [...fallback_providers, ...tasks.flatMap(({ fallback_chain = [] }) => fallback_chain)];
  const places = [model, ...tasks, ...standIns, ...reference_models, aggregator_model];
  const written = places.map(({ api_key }: { readonly api_key?: string | undefined }) => api_key);
  return [...secretsBelow({ env, platforms, api }), ...written, ...stored].filter(
    (value): value is string => value !== undefined && value !== "",
  );
}

function secretsBelow(tree: object): readonly string[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === "string") return isSecretName(name) ? [value] : [];
    return typeof value === "object" && value !== null ? secretsBelow(value) : [];
  });
}

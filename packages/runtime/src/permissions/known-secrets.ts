import { isSecretName } from "@hermes/config";
import type { Settings } from "@hermes/config";
import type { Environment } from "@hermes/registry";

export interface SecretPlaces {
  readonly env: Environment;
  readonly settings: Settings;
  /** Of `auth.json`. */
  readonly stored: Iterable<string>;
}

/** Values of the environment that are secret by their name, and every key of the settings and of `auth.json`. */
export function knownSecrets({ env, settings, stored }: SecretPlaces): readonly string[] {
  const named = Object.entries(env).flatMap(([name, value]) => (isSecretName(name) ? [value] : []));
  const { model, auxiliary, fallback_providers, mixture_of_agents } = settings;
  const { reference_models, aggregator_model = {} } = mixture_of_agents;
  const tasks = Object.values(auxiliary);
  const standIns = [...fallback_providers, ...tasks.flatMap(({ fallback_chain = [] }) => fallback_chain)];
  const places = [model, ...tasks, ...standIns, ...reference_models, aggregator_model];
  const written = places.map(({ api_key }: { readonly api_key?: string | undefined }) => api_key);
  return [...named, ...written, ...stored].filter(
    (value): value is string => value !== undefined && value !== "",
  );
}

import type { Settings } from "@hermes/config";
import type { HomedKey } from "@hermes/models";
import type { Environment } from "@hermes/registry";

export interface SecretPlaces {
  readonly env: Environment;
  readonly settings: Settings;
  /** Of `auth.json`. */
  readonly keys: readonly HomedKey[];
}

/** Values of the environment that are secret by their name, and every key of the settings and of `auth.json`. */
export function knownSecrets({ env, settings, keys }: SecretPlaces): readonly string[] {
  const named = Object.entries(env).flatMap(([name, value]) => (isSecretName(name) ? [value] : []));
  const { model, auxiliary, fallback_providers } = settings;
  const written = [model, ...Object.values(auxiliary), ...fallback_providers].map(({ api_key }) => api_key);
  return [...named, ...written, ...keys.map(({ value }) => value)].filter(
    (value): value is string => value !== undefined && value !== "",
  );
}

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIAL)S?$/i;

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
  const { model, auxiliary, fallback_providers } = settings;
  const written = [model, ...Object.values(auxiliary), ...fallback_providers].map(({ api_key }) => api_key);
  return [...named, ...written, ...stored].filter(
    (value): value is string => value !== undefined && value !== "",
  );
}

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIAL)S?$/i;

import type { Environment } from "@hermes/registry";

/** Values of the environment that are secret by their name. */
export function knownSecrets(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isSecretName(name) ? [value] : [],
  );
}

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIAL)S?$/i;

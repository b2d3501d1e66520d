import type { Environment } from "@hermes/registry";

/** Values of the environment that are secret by their name. */
export function knownSecrets(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && secretName.test(name) ? [value] : [],
  );
}

const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIAL)S?$/i;

import type { Environment } from "@hermes/registry";

/** Variables that lead git to one repository, or give it settings, are for whoever set them. */
export function withoutRepository(env: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || (/^GIT_/.test(name) && !keptVariables.has(name)) ? [] : [[name, value]],
    ),
  );
}

const keptVariables: ReadonlySet<string> = new Set([
  "GIT_SSH_COMMAND",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
]);

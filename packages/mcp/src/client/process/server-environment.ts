import type { Environment } from "@hermes/registry";
import { harmlessVariables } from "@hermes/registry/programs";

/** What a server's process is told of the environment: the harmless part, what its profile names, and what its entry sets. */
export function serverEnvironment(
  env: Environment,
  own: { readonly env: Readonly<Record<string, string>>; readonly variables?: readonly string[] | undefined },
): Record<string, string> {
  const named = new Set(own.variables);
  return { ...harmlessVariables(env, (name) => named.has(name) || name.startsWith("XDG_")), ...own.env };
}

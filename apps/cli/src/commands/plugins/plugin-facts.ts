import type { PluginReport } from "@hermes/runtime";

/** A plug-in for programs. */
export function factsOf(plugin: PluginReport): Readonly<Record<string, unknown>> {
  const { name, state, problem, from, folder, source, digest, gives, reach, manifest } = plugin;
  const { version, description, author, provides, may, settings } = manifest ?? {};
  return {
    ...{ name, version, description, author, state, problem, from, folder, source, digest },
    ...{ gives, reach, provides, may, settings },
  };
}

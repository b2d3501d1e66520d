import { backendKinds } from "@hermes/terminal-backends";
import { HermesError, nearest } from "@hermes/registry";
import { pluginsGiveMore } from "../builtin-names.ts";
import type { UsedPlugin, WorkspacePlugins } from "../workspace-plugins.ts";

/**
 * Who gives a backend that does not come with Hermes.
 *
 * @throws {HermesError} `BACKEND_OPTION_INVALID` where nobody does.
 */
export function backendProvider(kind: string, plugins: WorkspacePlugins): UsedPlugin {
  const plugin = plugins.provider("backends", kind);
  if (plugin !== undefined) return plugin;
  const given = plugins.used.flatMap(({ description }) => Object.keys(description.backends));
  const near = nearest(kind, [...backendKinds, ...given]);
  throw new HermesError(`There is no backend "${kind}".`, {
    code: "BACKEND_OPTION_INVALID",
    hint: [
      ...(near === undefined ? [] : [`Did you mean "${near}"?`]),
      `Commands can run in: ${[...backendKinds, ...given].join(", ")}.`,
      ...(given.length === 0 ? [pluginsGiveMore] : []),
    ].join(" "),
  });
}

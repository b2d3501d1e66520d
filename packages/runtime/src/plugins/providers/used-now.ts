import type { ProviderKind } from "../builtin-names.ts";
import type { UsedPlugin, WorkspacePlugins } from "../workspace-plugins.ts";

/** Who provides a part, as it is used at each call: one that was agreed to anew meanwhile is asked as it is by then. */
export function usedNow(
  plugins: Pick<WorkspacePlugins, "provider">,
  kind: ProviderKind,
  name: string,
): UsedPlugin | undefined {
  const first = plugins.provider(kind, name);
  if (first === undefined) return undefined;
  return {
    ...first,
    get running() {
      return (plugins.provider(kind, name) ?? first).running;
    },
  };
}

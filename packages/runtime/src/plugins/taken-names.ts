import type { PluginKind } from "@hermes/plugins/host";
import type { ToolRegistry } from "@hermes/registry";

/** Names of parts, by kind. */
export type PartNames = Readonly<Partial<Record<PluginKind, readonly string[]>>>;

export interface NamesOfHermesOptions {
  readonly tools: () => Promise<ToolRegistry>;
  /** Names that the embedding program has, such as those of its commands and skins. */
  readonly own?: PartNames | undefined;
}

/** What Hermes itself calls parts of a kind: a plug-in can't have such a name. Loads what that kind needs. */
export async function namesOfHermes(
  kind: PluginKind,
  { tools, own = {} }: NamesOfHermesOptions,
): Promise<readonly string[]> {
  return [...(await builtIn(kind, tools)), ...(own[kind] ?? [])];
}

async function builtIn(kind: PluginKind, tools: () => Promise<ToolRegistry>): Promise<readonly string[]> {
  switch (kind) {
    case "tools": {
      const registry = await tools();
      return registry.names().filter((name) => !isOfPlugin(registry.get(name)?.toolset));
    }
    case "commands": {
      const { slashCommands } = await import("@hermes/agent-loop/controller");
      return slashCommands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    }
    case "programs":
    case "skins":
    case "hooks":
    case "sections":
      return [];
    default: {
      const { builtinNames } = await import("./builtin-names.ts");
      return (await builtinNames())[kind];
    }
  }
}

function isOfPlugin(toolset: string | undefined): boolean {
  return toolset?.startsWith("plugin-") === true;
}

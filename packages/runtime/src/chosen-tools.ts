import type { ToolRegistry, ToolSelection } from "@hermes/registry";
import type { RuntimeParts } from "./runtime-parts.ts";

/** Flags, then settings, then what the platform offers; a platform without a preset offers everything. */
export function chosenToolsets(
  { options }: Pick<RuntimeParts, "options">,
  registry: ToolRegistry,
): ToolSelection {
  const { flags = {}, loaded, platform } = options;
  const { toolsets, disabled_toolsets } = loaded.settings;
  const preset = `hermes-${platform}`;
  const selection = {
    enabled: flags.toolsets ?? toolsets ?? (registry.toolsetNames().includes(preset) ? [preset] : undefined),
    // What a run without a person learns is nobody's to keep.
    disabled: flags.unattended === true ? [...disabled_toolsets, "memory"] : disabled_toolsets,
  };
  return registry.toolsetNames().includes(externalMemory) ? besideMemory(selection, registry) : selection;
}

/** The toolset of what an external memory brings. */
const externalMemory = "external_memory";

/** An external memory's tools are there where the notes are, without being named. */
function besideMemory(
  selection: { readonly enabled: readonly string[] | undefined; readonly disabled: readonly string[] },
  registry: ToolRegistry,
): ToolSelection {
  const { enabled, disabled } = selection;
  return registry.resolve(selection).includes("memory")
    ? { enabled: enabled === undefined ? undefined : [...enabled, externalMemory], disabled }
    : { enabled, disabled: [...disabled, externalMemory] };
}

/** Names of the tools that a conversation has, and of their toolsets. */
export interface ToolsOffered {
  readonly tools: ReadonlySet<string>;
  readonly toolsets: ReadonlySet<string>;
}

export async function toolsOffered(registry: ToolRegistry, selection: ToolSelection): Promise<ToolsOffered> {
  const tools = await registry.available(selection);
  return {
    tools: new Set(tools.map(({ name }) => name)),
    toolsets: new Set(tools.map(({ toolset }) => toolset)),
  };
}

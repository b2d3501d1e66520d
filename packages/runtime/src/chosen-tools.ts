import { HermesError, nearest, type ToolRegistry, type ToolSelection } from "@hermes/registry";
import type { RuntimeParts } from "./runtime-parts.ts";

/**
 * Flags, then settings, then what the platform offers; a platform without a preset offers everything.
 *
 * @throws {HermesError} `TOOLSET_NOT_FOUND`, with the toolsets that there are.
 */
export function chosenToolsets(
  { options }: Pick<RuntimeParts, "options">,
  registry: ToolRegistry,
): ToolSelection {
  const { flags = {}, loaded, platform } = options;
  const { toolsets, disabled_toolsets } = loaded.settings;
  const preset = `hermes-${platform}`;
  for (const name of [...(flags.toolsets ?? toolsets ?? []), ...disabled_toolsets])
    toolsNamed(name, registry);
  const chosen =
    flags.toolsets ?? toolsets ?? (registry.toolsetNames().includes(preset) ? [preset] : undefined);
  const selection = {
    // What the client of a session brings is there whatever is switched on.
    enabled: chosen && registry.toolsetNames().includes(ofClient) ? [...chosen, ofClient] : chosen,
    // What a run without a person learns is nobody's to keep.
    disabled: flags.unattended === true ? [...disabled_toolsets, "memory"] : disabled_toolsets,
  };
  return registry.toolsetNames().includes(externalMemory) ? besideMemory(selection, registry) : selection;
}

/**
 * Looks at toolsets that somebody named. One that has no tool here is warned of: the name is known, and what it stands for
 * is not part of this Hermes, or can't be used.
 *
 * @throws {HermesError} `RUNTIME_NO_TOOLS` when no tool at all remains.
 */
export async function checkNamedToolsets(
  { options, warn }: Pick<RuntimeParts, "options" | "warn">,
  registry: ToolRegistry,
  { tools }: ToolsOffered,
): Promise<void> {
  const named = options.flags?.toolsets ?? options.loaded.settings.toolsets ?? [];
  const idle = named.filter((name) => !toolsNamed(name, registry).some((tool) => tools.has(tool)));
  const isAsked = options.flags?.areDefaultToolsets !== true;
  if (idle.length === 0 || (!isAsked && tools.size > 0)) return;
  const known = withTools(registry).join(", ");
  const reports = await registry.toolsets();
  const sentences = idle.map((name) => {
    const [missing] = reports.find((each) => each.name === name)?.unavailable ?? [];
    if (toolsNamed(name, registry).length === 0) return `The toolset "${name}" has no tool in this Hermes.`;
    return `The toolset "${name}" offers no tool here: ${missing?.reason ?? "it is switched off"}.`;
  });
  if (tools.size > 0) for (const sentence of sentences) warn(`${sentence} Toolsets with tools: ${known}.`);
  else
    throw new HermesError(`No tool remains. ${sentences.join(" ")}`, {
      code: "RUNTIME_NO_TOOLS",
      hint: `Toolsets with tools: ${known}.`,
    });
}

function toolsNamed(name: string, registry: ToolRegistry): readonly string[] {
  try {
    return registry.resolve({ enabled: [name] });
  } catch (error) {
    if (!HermesError.is(error) || error.code !== "TOOLSET_NOT_FOUND") throw error;
    throw unknownToolset(error, name, registry);
  }
}

function unknownToolset(error: HermesError, name: string, registry: ToolRegistry): HermesError {
  const near = nearest(name, registry.toolsetNames());
  const known = `Toolsets with tools: ${withTools(registry).join(", ")}.`;
  const hint = near === undefined ? known : `Did you mean "${near}"? ${known}`;
  return new HermesError(error.message, { code: error.code, hint, cause: error });
}

function withTools(registry: ToolRegistry): readonly string[] {
  return [...new Set(registry.names().flatMap((name) => registry.get(name)?.toolset ?? []))].toSorted();
}

/** The toolset of the tools that whoever opens a session gives it. */
const ofClient = "client";

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

/** Names of the tools that a session has, and of their toolsets. */
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

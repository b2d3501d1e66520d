import type { Settings } from "@hermes/config";
import { HermesError, nearest, type ToolRegistry, type ToolSelection } from "@hermes/registry";
import type { RuntimeParts } from "./runtime-parts.ts";

/**
 * Flags, then what the settings say of the platform, then what they say of all, then what the platform offers; a platform
 * without a preset offers everything.
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
  for (const name of [...(flags.toolsets ?? []), ...disabled_toolsets]) toolsNamed(name, registry);
  const ofPlatform = platformToolsets(options, registry);
  if (ofPlatform === undefined) for (const name of toolsets ?? []) toolsNamed(name, registry);
  const ofFlags =
    flags.areToolsetsOfTier === true ? narrowed(flags.toolsets, ofPlatform, registry) : flags.toolsets;
  const chosen =
    ofFlags ?? ofPlatform ?? toolsets ?? (registry.toolsetNames().includes(preset) ? [preset] : undefined);
  const selection = {
    // What the client of a session brings is there whatever is switched on.
    enabled: chosen && registry.toolsetNames().includes(ofClient) ? [...chosen, ofClient] : chosen,
    // What a run without a person learns is nobody's to keep.
    disabled: flags.unattended === true ? [...disabled_toolsets, "memory"] : disabled_toolsets,
  };
  return registry.toolsetNames().includes(externalMemory) ? besideMemory(selection, registry) : selection;
}

/**
 * The toolsets that the settings name for a platform, and where: sessions of the API are `api`, while its preset and the settings
 * of the Python Hermes call it the API server. Undefined: they name none.
 */
export function toolsetsOfPlatform(
  { platform_toolsets }: Pick<Settings, "platform_toolsets">,
  platform: string,
): { readonly setting: string; readonly toolsets: readonly string[] } | undefined {
  const called = platform === "api" ? [platform, "api-server", "api_server"] : [platform];
  const key = called.find((each) => Object.hasOwn(platform_toolsets, each));
  const toolsets = key === undefined ? undefined : platform_toolsets[key];
  return toolsets && { setting: `platform_toolsets.${key}`, toolsets };
}

/**
 * A server of MCP or a plug-in that is not there any more is left out without a word: its tools are not there either.
 *
 * @throws {HermesError} `TOOLSET_NOT_FOUND`, with the setting.
 */
function platformToolsets(
  { loaded: { settings, configPath }, platform }: RuntimeParts["options"],
  registry: ToolRegistry,
): readonly string[] | undefined {
  const found = toolsetsOfPlatform(settings, platform);
  if (found === undefined) return undefined;
  const known = registry.toolsetNames();
  const named = found.toolsets.filter(
    (name) => known.includes(name) || !/^(?:mcp|plugins?)(?:-|$)/.test(name),
  );
  for (const name of named) toolsNamed(name, registry, `${found.setting} in ${configPath}`);
  return named;
}

/** What somebody may have at most, without what the platform does not have. */
function narrowed(
  most: readonly string[] | undefined,
  ofPlatform: readonly string[] | undefined,
  registry: ToolRegistry,
): readonly string[] | undefined {
  if (most === undefined || ofPlatform === undefined) return most;
  const there = new Set(registry.resolve({ enabled: ofPlatform }));
  return most.filter((name) => toolsNamed(name, registry).every((tool) => there.has(tool)));
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
  const { flags, loaded } = options;
  const isForPlatform = flags?.toolsets === undefined || flags.areToolsetsOfTier === true;
  const ofPlatform = isForPlatform ? platformToolsets(options, registry) : undefined;
  // The person wants it so: whoever may have nothing of what the platform has has nothing there.
  if (ofPlatform !== undefined && flags?.areToolsetsOfTier === true) return;
  const named = flags?.toolsets ?? ofPlatform ?? loaded.settings.toolsets ?? [];
  const idle = named.filter((name) => !toolsNamed(name, registry).some((tool) => tools.has(tool)));
  // A list for a platform, which `hermes tools` of either Hermes writes, may go beyond what there is.
  const isAsked = flags?.areDefaultToolsets !== true && ofPlatform === undefined;
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

/** @param where What names it, for the error. */
function toolsNamed(name: string, registry: ToolRegistry, where?: string): readonly string[] {
  try {
    return registry.resolve({ enabled: [name] });
  } catch (error) {
    if (!HermesError.is(error) || error.code !== "TOOLSET_NOT_FOUND") throw error;
    throw unknownToolset(error, { name, where, registry });
  }
}

interface UnknownToolset {
  readonly name: string;
  readonly where: string | undefined;
  readonly registry: ToolRegistry;
}

function unknownToolset(error: HermesError, { name, where, registry }: UnknownToolset): HermesError {
  const near = nearest(name, registry.toolsetNames());
  const known = `Toolsets with tools: ${withTools(registry).join(", ")}.`;
  const hint = near === undefined ? known : `Did you mean "${near}"? ${known}`;
  const message = where === undefined ? error.message : `No toolset named "${name}", which ${where} names.`;
  return new HermesError(message, { code: error.code, hint, cause: error });
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

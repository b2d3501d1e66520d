import type { Settings } from "@hermes/config";
import type { ToolRegistry, ToolsetReport } from "@hermes/registry";
import { toolsetsOfPlatform } from "@hermes/runtime";

/** A toolset on one platform. */
export interface PlatformToolset {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
  readonly isOn: boolean;
  /** Of the definitions of its tools, as far as they can be used here. */
  readonly tokens: number;
  /** Why it has no effect here, such as a key that is not set. Undefined: one of its tools at least works. */
  readonly missing?: string | undefined;
}

export interface PlatformToolsets {
  readonly platform: string;
  /** What says which are on: `platform_toolsets.cli`, `toolsets`, or what the platform has by itself. */
  readonly setting: string;
  /** As the setting names them; undefined: there is none for this platform. */
  readonly named: readonly string[] | undefined;
  readonly toolsets: readonly PlatformToolset[];
  /** Names of those that are on where the settings say nothing of the platform. */
  readonly preset: readonly string[];
}

/** It comes and goes with memory. */
const besideMemory = "external_memory";
const charsPerToken = 4;

/** What a platform has. Toolsets without a tool in this Hermes are not among them. */
export async function platformToolsets(
  registry: ToolRegistry,
  settings: Settings,
  platform: string,
): Promise<PlatformToolsets> {
  const [reports, definitions] = await Promise.all([registry.toolsets(), registry.definitions()]);
  const sizes = new Map(definitions.map((each) => [each.name, JSON.stringify(each).length]));
  const found = toolsetsOfPlatform(settings, platform);
  const preset = presetOf(registry, settings, platform);
  const on = new Set(registry.resolve({ enabled: selectedOn(registry, settings, platform) }));
  const off = new Set(settings.disabled_toolsets);
  const rows = reports.filter(
    ({ name, tools }) => tools.length > 0 && name !== besideMemory && name !== "mcp",
  );
  return {
    platform,
    setting: found?.setting ?? (settings.toolsets === undefined ? `hermes-${platform}` : "toolsets"),
    named: found?.toolsets,
    preset: namesOn(rows, new Set(registry.resolve({ enabled: preset }))),
    toolsets: rows.map((report) => ({
      ...{ name: report.name, description: report.description, tools: report.tools },
      isOn: report.tools.every((tool) => on.has(tool)),
      tokens: Math.ceil(report.tools.reduce((sum, tool) => sum + (sizes.get(tool) ?? 0), 0) / charsPerToken),
      missing: off.has(report.name) ? "switched off by disabled_toolsets" : missingOf(report),
    })),
  };
}

/** Names of the toolsets that a platform has; undefined: all. An unknown name is told by whoever opens a session. */
export function selectedOn(
  registry: ToolRegistry,
  settings: Settings,
  platform: string,
): readonly string[] | undefined {
  const found = toolsetsOfPlatform(settings, platform);
  return found?.toolsets.filter((name) => isKnown(registry, name)) ?? presetOf(registry, settings, platform);
}

function presetOf(
  registry: ToolRegistry,
  { toolsets }: Settings,
  platform: string,
): readonly string[] | undefined {
  if (toolsets !== undefined) return toolsets;
  const preset = `hermes-${platform}`;
  return registry.toolsetNames().includes(preset) ? [preset] : undefined;
}

function namesOn(rows: readonly ToolsetReport[], on: ReadonlySet<string>): readonly string[] {
  return rows.filter(({ tools }) => tools.every((tool) => on.has(tool))).map(({ name }) => name);
}

function missingOf({ available, unavailable }: ToolsetReport): string | undefined {
  return available ? undefined : (unavailable[0]?.reason ?? "none of its tools can be used");
}

function isKnown(registry: ToolRegistry, name: string): boolean {
  try {
    registry.resolve({ enabled: [name] });
    return true;
  } catch {
    return false;
  }
}

import type { ToolRegistry } from "@hermes/registry";
import type { Runtime } from "@hermes/runtime";
import type { PlatformToolsets } from "./platform-toolsets.ts";

export interface KeptToolsets {
  readonly platform: string;
  readonly setting: string;
  /** What is written now; undefined: nothing, because the platform has these by itself. */
  readonly toolsets: readonly string[] | undefined;
  readonly enabled: readonly string[];
  readonly disabled: readonly string[];
}

/** Writes which toolsets a platform has; where it has them by itself, takes the setting away. Nothing is written where nothing changes. */
export async function keepToolsets(
  { runtime, registry }: { readonly runtime: Pick<Runtime, "settings">; readonly registry: ToolRegistry },
  before: PlatformToolsets,
  wanted: readonly string[],
): Promise<KeptToolsets> {
  const rows = before.toolsets;
  const enabled = rows.filter(({ name, isOn }) => !isOn && wanted.includes(name)).map(({ name }) => name);
  const disabled = rows.filter(({ name, isOn }) => isOn && !wanted.includes(name)).map(({ name }) => name);
  const { platform, named } = before;
  const setting = named === undefined ? `platform_toolsets.${platform}` : before.setting;
  if (enabled.length === 0 && disabled.length === 0)
    return { platform, setting, toolsets: named, enabled, disabled };
  const own = rows.map(({ name }) => name).filter((name) => wanted.includes(name));
  const toolsets = [...own, ...otherNames(before, disabled, registry)];
  const value = isSame(toolsets, before.preset) ? undefined : toolsets;
  await (await runtime.settings()).change([{ path: pathOf(setting), value }]);
  return { platform, setting, toolsets: value, enabled, disabled };
}

/** Names that the setting has beside the rows: those without a tool here, and those that stand for a part of a toolset. */
function otherNames(
  { named = [], toolsets }: PlatformToolsets,
  disabled: readonly string[],
  registry: ToolRegistry,
): readonly string[] {
  const rows = new Set(toolsets.map(({ name }) => name));
  const toolsOf = (name: string): readonly string[] =>
    registry.toolsetNames().includes(name) ? registry.resolve({ enabled: [name] }) : [];
  const wholeOn = new Set(toolsets.filter(({ isOn }) => isOn).flatMap(({ tools }) => tools));
  const off = new Set(disabled.flatMap(toolsOf));
  return named.filter((name) => {
    if (rows.has(name)) return false;
    const tools = toolsOf(name);
    return (
      tools.length === 0 || (tools.some((tool) => !wholeOn.has(tool)) && !tools.some((tool) => off.has(tool)))
    );
  });
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}

function pathOf(setting: string): readonly string[] {
  const [section = "", ...name] = setting.split(".");
  return [section, name.join(".")];
}

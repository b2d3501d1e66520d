import { defineToolset } from "@hermes/registry";
import type { ToolRegistry } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";
import { pluginsThere } from "./plugins-there.ts";

/** Gives a registry the tools of plug-ins, with a toolset for each plug-in and one for all. What Hermes has by a name stays. */
export async function addPluginTools(parts: RuntimeParts, registry: ToolRegistry): Promise<void> {
  const plugins = await pluginsThere(parts);
  const used = plugins?.used.filter(({ manifest }) => manifest.provides.tools.length > 0) ?? [];
  if (plugins === undefined || used.length === 0) return;
  const { pluginTools, toolsetOfPlugin } = await import("./plugin-tools.ts");
  for (const plugin of used) {
    const { name, description } = plugin.manifest;
    registry.addToolset(
      defineToolset({
        name: toolsetOfPlugin(name),
        description,
        aliases: registry.toolsetNames().includes(name) ? [] : [name],
      }),
    );
    for (const tool of pluginTools(plugin, { now: () => plugins.usedNow(name), cwd: parts.cwd }))
      if (!registry.has(tool.name)) registry.register(tool);
      else
        plugins.warnOnce(
          `The tool "${tool.name}" of the plug-in "${name}" is left out: there is another one of this name.`,
        );
  }
  const includes = used.map(({ manifest }) => toolsetOfPlugin(manifest.name));
  registry.addToolset(defineToolset({ name: "plugins", description: "Tools of all plug-ins", includes }));
}

import { pluginPlatform } from "@hermes/gateway";
import type { Platform, PlatformProcess } from "@hermes/gateway";
import type { UsedPlugin } from "@hermes/runtime";

/** The platforms that plug-ins give. Their processes are started when they are connected. */
export function platformsOfPlugins(plugins: readonly UsedPlugin[]): readonly Platform[] {
  return plugins.flatMap(({ description, running }) =>
    Object.entries(description.platforms).map(([name, { label, maxChars }]) =>
      pluginPlatform({ name, label, maxChars, process: processOf(running, name) }),
    ),
  );
}

function processOf(running: UsedPlugin["running"], name: string): PlatformProcess {
  return {
    get off() {
      return running.off;
    },
    call: async (of, params, options) => await running.call(["platforms", name, of], params, options),
    stream: (of, params, options) => running.stream(["platforms", name, of], params, options),
  };
}

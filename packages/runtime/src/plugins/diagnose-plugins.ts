import type { Diagnosis } from "../runtime.ts";
import type { PluginReport } from "./home-plugins.ts";

const name = "plugins";

/** What is to be said about the plug-ins of a folder; nothing where there are none. Starts none. */
export function diagnosePlugins(plugins: readonly PluginReport[]): readonly Diagnosis[] {
  const used = plugins.filter(({ state }) => state === "used").map((each) => each.name);
  return [
    ...(used.length === 0
      ? []
      : [{ name, status: "ok", message: `${used.join(", ")} can be used` } as const]),
    ...plugins.flatMap(wrongWith),
  ];
}

function wrongWith({
  name: called,
  state,
  problem = "it can't be read",
}: PluginReport): readonly Diagnosis[] {
  const hint = `hermes plugins enable ${called}`;
  switch (state) {
    case "asked":
      return [{ name, status: "warning", message: `${called} waits for a yes`, hint }];
    case "changed":
      return [
        {
          name,
          status: "warning",
          message: `${called} has changed since it was agreed to, and is not used`,
          hint,
        },
      ];
    case "broken":
      return [{ name, status: "warning", message: `${called} can't be used: ${problem}` }];
    case "refused":
    case "used":
      return [];
  }
}

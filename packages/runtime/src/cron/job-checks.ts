import type { JobChecks } from "@hermes/cron";
import { HermesError, nearest } from "@hermes/registry";
import type { ToolRegistry } from "@hermes/registry";
import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { FoundScript } from "./home-cron.ts";

/** What this home knows of the parts of a job. */
export function jobChecks(
  parts: RuntimeParts,
  {
    findScript,
    tools,
  }: {
    readonly findScript: (name: string) => Promise<FoundScript>;
    readonly tools: () => Promise<ToolRegistry>;
  },
): JobChecks {
  return {
    async skill(name) {
      const library = (await parts.sharedSkills()).library();
      const found = await library.find(name);
      return found.ok ? [] : [found.reason];
    },
    toolset: async (name) => problemsOfToolset(name, await tools()),
    async script(name) {
      const found = await findScript(name);
      return found.ok ? [] : [found.problem];
    },
    folder: problemsOfFolder,
  };
}

function problemsOfToolset(name: string, registry: ToolRegistry): readonly string[] {
  try {
    registry.resolve({ enabled: [name] });
    return [];
  } catch (error) {
    if (!HermesError.is(error)) throw error;
    const near = nearest(name, registry.toolsetNames());
    return [near === undefined ? error.message : `${error.message} Did you mean "${near}"?`];
  }
}

async function problemsOfFolder(path: string): Promise<readonly string[]> {
  if (!isAbsolute(path)) return [`The folder "${path}" is not absolute.`];
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true ? [] : [`There is no folder ${path}.`];
}

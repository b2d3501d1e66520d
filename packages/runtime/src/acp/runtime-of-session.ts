import { lazy } from "../lazy.ts";
import type { OpenedSession } from "../runtime-parts.ts";
import type { Runtime } from "../runtime.ts";

/** A runtime as it is in the folder of a session: with the permissions, skills and servers that are there. */
export function runtimeOfSession(runtime: Runtime, { parts, tools }: OpenedSession): Runtime {
  const skills = lazy(async () => {
    const { openHomeSkills } = await import("../skills/open-home-skills.ts");
    return await openHomeSkills(parts);
  });
  return {
    ...runtime,
    permissions: async () => await parts.permissions(),
    async models() {
      const models = await runtime.models();
      // Whoever opens a session does not wait for a provider's list.
      return { ...models, list: async (options) => await models.list({ refresh: false, ...options }) };
    },
    skills: async () => await skills(),
    async mcp() {
      const { openHomeMcp } = await import("../mcp/use-servers.ts");
      return await openHomeMcp(parts, await parts.mcp(), async () => tools);
    },
    prompts: {
      commands: async () => (await promptsOf(parts))?.commands() ?? [],
      messageOf: async (name, args) => await (await promptsOf(parts))?.messageOf(name, args),
    },
    pluginCommands: {
      commands: async () => (await pluginCommandsOf(parts))?.commands() ?? [],
      run: async (...asked) => await (await pluginCommandsOf(parts))?.run(...asked),
    },
  };
}

async function pluginCommandsOf(parts: OpenedSession["parts"]) {
  const { namesPlugins } = await import("../plugins/names-plugins.ts");
  if (parts.plugins.made === undefined && !namesPlugins(parts)) return undefined;
  const { pluginCommands } = await import("../plugins/plugin-commands.ts");
  return pluginCommands(parts.plugins, async () => parts.cwd);
}

async function promptsOf(parts: OpenedSession["parts"]) {
  const { namesServers } = await import("../mcp/names-servers.ts");
  if (!namesServers(parts)) return undefined;
  const { promptCommands } = await import("../mcp/prompt-commands.ts");
  return promptCommands(await parts.mcp());
}

import type { Guard, Tool, ToolRegistry } from "@hermes/registry";
import { builtinToolsets } from "./builtin-toolsets.ts";
import { canvasOf } from "./canvas/load-canvas-tool.ts";
import { cutToolsOfChild, cutToolsOfPerson, mayComeToChild } from "./child/child-tools.ts";
import { homeAssistantOf } from "./home-assistant/load-home-tools.ts";
import { sessionAuxiliary } from "./models/session-auxiliary.ts";
import { namesServers } from "./mcp/names-servers.ts";
import { namesPlugins } from "./plugins/names-plugins.ts";
import type { SessionMcp } from "./mcp/session-mcp.ts";
import type { RuntimeParts } from "./runtime-parts.ts";
import { toolLoaders } from "./session-tools.ts";
import type { ToolParts } from "./session-tools.ts";

/** Tools outside of a session. */
export async function buildToolsOutside(parts: RuntimeParts): Promise<ToolRegistry> {
  return await buildRegistry(parts, {
    todo: undefined,
    clarifier: undefined,
    memory: async () => undefined,
    skills: async () => {
      const { openSessionSkills } = await import("./skills/session-skills.ts");
      return await openSessionSkills(parts);
    },
  });
}

/** A registry with every tool and the guard in place. A package that fails to load is a warning, and the rest work. */
export async function buildRegistry(
  parts: RuntimeParts,
  ofSession: Pick<ToolParts, "todo" | "memory" | "skills" | "clarifier">,
): Promise<ToolRegistry> {
  return (await buildSessionRegistry(parts, ofSession)).registry;
}

export interface SessionRegistry {
  readonly registry: ToolRegistry;
  /** Undefined: nothing names a server. */
  readonly mcp: SessionMcp | undefined;
}

/** The same, with the servers that go on to give it tools. */
export async function buildSessionRegistry(
  parts: RuntimeParts,
  ofSession: Pick<ToolParts, "todo" | "memory" | "skills" | "clarifier">,
): Promise<SessionRegistry> {
  const { env, warn } = parts;
  const { settings } = parts.options.loaded;
  const load = async () => {
    const { ToolRegistry, loadTools } = await import("@hermes/registry");
    const loaders = toolLoaders({
      backend: parts.backend,
      editor: parts.options.editor,
      sharedFiles: parts.sharedFiles,
      walled: async () => {
        const wall = await parts.wall();
        return wall !== undefined && (wall.local === undefined ? "network" : true);
      },
      processes: parts.processes.table,
      permissions: parts.permissions,
      commandTimeoutMs: settings.terminal.timeout * 1_000,
      output: settings.tool_output,
      store: parts.existingState,
      spans: parts.spans,
      cron: parts.cron,
      web: parts.web,
      browsers: parts.browsers,
      drawing: {
        withPage: parts.withDrawingPage,
        env,
        sees: async () => await (parts.sight?.sees() ?? false),
      },
      canvas: canvasOf(parts),
      speech: {
        ...{ home: parts.options.loaded.home, settings: settings.tts, env },
        plugins: async () => (await parts.plugins()).used,
      },
      homeAssistant: homeAssistantOf(settings.platforms, env),
      auxiliary: sessionAuxiliary(parts),
      pictures: async () => {
        const { pictureParts } = await import("./media/picture-parts.ts");
        return pictureParts(parts);
      },
      code: async () => {
        const { codeOptions } = await import("./code/code-options.ts");
        return await codeOptions(parts, () => registry);
      },
      mixture:
        settings.mixture_of_agents.reference_models.length === 0
          ? undefined
          : async () => (await import("./mixture/session-mixture.ts")).sessionMixture(parts),
      // Those that can't have children need no tools for it.
      roles: parts.roles,
      children:
        (parts.child?.parent.depth ?? 0) < settings.delegation.max_spawn_depth
          ? (sessionId) => parts.children.of(sessionId)
          : undefined,
      ...ofSession,
    });
    const tools = await loadTools(loaders, warn);
    return { ToolRegistry, tools };
  };
  // Permissions are loaded by the first call: the way to the first request is short.
  const permitted: Guard = async (call, context) => (await parts.permissions()).guard(call, context);
  const { givenTools } = parts;
  const guard = givenTools?.guard(permitted) ?? permitted;
  const { ToolRegistry, tools } = await load();
  const registry = new ToolRegistry({
    guard,
    toolsets: builtinToolsets(),
    hooks: (await ofSession.memory())?.hooks,
    redactor: settings.security.redact_secrets ? parts.redactor : undefined,
    env,
    onWarning: warn,
  });
  // Room in requests is given in this order.
  registry.register(...(givenTools?.tools ?? []), ...tools, ...(parts.options.tools ?? []));
  await addPlugins(parts, registry);
  const { child } = parts;
  const mcp = await openMcp(parts, registry);
  if (child === undefined) cutToolsOfPerson(registry);
  else cutToolsOfChild(registry, child, warn);
  mcp?.settle();
  return { registry, mcp };
}

async function addPlugins(parts: RuntimeParts, registry: ToolRegistry): Promise<void> {
  if (parts.plugins.made === undefined && !namesPlugins(parts)) return;
  const { addPluginTools } = await import("./plugins/use-plugins.ts");
  await addPluginTools(parts, registry);
}

async function openMcp(parts: RuntimeParts, registry: ToolRegistry): Promise<SessionMcp | undefined> {
  if (parts.mcp.made === undefined && !namesServers(parts)) return undefined;
  const [{ openSessionMcp }, mcp] = await Promise.all([import("./mcp/use-servers.ts"), parts.mcp()]);
  const { child } = parts;
  const mayHave = child && ((tool: Tool) => mayComeToChild(tool, child));
  return openSessionMcp(parts, mcp, { registry, mayHave });
}

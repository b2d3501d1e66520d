import { randomUUID } from "node:crypto";
import type { ExposedToolsPort } from "@hermes/mcp/server";
import type { ToolRegistry } from "@hermes/registry";
import { mcpOrigin } from "./asked-agent.ts";

/** The environment in which exposed tools work: one for all calls of a server. */
export const exposedTaskId = "mcp-serve";

/**
 * Tools of the agent that other programs may call. Nobody can be asked: the guard refuses what it would have to ask about.
 *
 * @param names Of tools and of toolsets.
 * @throws {HermesError} `TOOLSET_NOT_FOUND`, from `list`.
 */
export function exposedTools(registry: ToolRegistry, names: readonly string[]): ExposedToolsPort {
  const chosen = (): ReadonlySet<string> =>
    new Set(names.flatMap((name) => (registry.has(name) ? [name] : registry.resolve({ enabled: [name] }))));
  return {
    async list() {
      const wanted = chosen();
      const definitions = await registry.definitions();
      return definitions
        .filter(({ name }) => wanted.has(name))
        .map((definition) => ({
          ...definition,
          readOnly: registry.get(definition.name)?.readOnly ?? false,
        }));
    },
    async call(name, args, { signal, progress }) {
      return await registry.dispatch(name, args, {
        ...{ taskId: exposedTaskId, sessionId: exposedTaskId, callId: randomUUID() },
        ...{ signal, origin: mcpOrigin, offered: chosen() },
        progress: ({ text }) => progress(text),
      });
    },
  };
}

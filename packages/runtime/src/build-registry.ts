import type { Guard, ToolRegistry } from "@hermes/registry";
import type { RuntimeParts } from "./runtime-parts.ts";
import { toolLoaders } from "./session-tools.ts";
import type { ToolParts } from "./session-tools.ts";

/** A registry with every tool and the guard in place. A package that fails to load is a warning, and the rest work. */
export async function buildRegistry(
  parts: RuntimeParts,
  ofSession: Pick<ToolParts, "todo" | "memory" | "clarifier">,
): Promise<ToolRegistry> {
  const { env, warn } = parts;
  const { settings } = parts.options.loaded;
  const load = async () => {
    const { ToolRegistry, loadTools } = await import("@hermes/registry");
    const loaders = toolLoaders({
      backend: parts.backend,
      processes: parts.processes.table,
      permissions: parts.permissions,
      commandTimeoutMs: settings.terminal.timeout * 1_000,
      output: settings.tool_output,
      store: parts.existingState,
      ...ofSession,
    });
    const tools = await loadTools(loaders, warn);
    return { ToolRegistry, tools };
  };
  // Until commands are read by the permissions.
  const { createDefaultGuard } = await import("./guard/default-guard.ts");
  const { findWorkspace } = await import("./find-workspace.ts");
  const guard: Guard = createDefaultGuard({
    workspace: findWorkspace(parts.cwd).root,
    home: parts.options.loaded.home,
    homedir: parts.homedir,
    scratch: env["TMPDIR"],
    yolo: parts.options.flags?.yolo ?? settings.approvals.mode === "yolo",
    resolve: async (path, taskId) => await (await parts.backend()).resolve(path, { taskId }),
  });
  const { ToolRegistry, tools } = await load();
  const registry = new ToolRegistry({ guard, env, onWarning: warn });
  registry.register(...tools);
  return registry;
}

import { openBackend } from "@hermes/terminal-backends";
import type { Backend, OpenBackendOptions } from "@hermes/terminal-backends";
import { isBuiltinBackend } from "../../backend/builtin-backends.ts";
import type { WorkspacePlugins } from "../workspace-plugins.ts";
import { backendProvider } from "./backend-provider.ts";

export interface NamedBackendParts {
  readonly plugins: () => Promise<WorkspacePlugins>;
  /** Aborted when nothing is run any more. */
  readonly closing: AbortSignal;
  readonly warn: (message: string) => void;
}

/**
 * Opens a backend that comes with Hermes, or one of a plug-in.
 *
 * @throws {HermesError} `BACKEND_OPTION_INVALID` where nobody gives one of that name, and as `openBackend`.
 */
export async function openNamedBackend(
  kind: string,
  options: OpenBackendOptions,
  { plugins, closing, warn }: NamedBackendParts,
): Promise<Backend> {
  if (isBuiltinBackend(kind)) return await openBackend(kind, options);
  const plugin = backendProvider(kind, await plugins());
  const { createPluginBackend } = await import("./plugin-backend.ts");
  const { hostFolder, cwd, env } = options;
  return createPluginBackend({ ...{ plugin, hostFolder, cwd, env, closing, warn }, name: kind });
}

import { loadSettings, type LoadedSettings } from "@hermes/config";
import type { ToolRegistry } from "@hermes/registry";
import { openRuntime } from "../../chat/open-runtime.ts";
import type { Runtime } from "@hermes/runtime";
import type { Host } from "../../host.ts";
import { printRemark } from "../../render/print.ts";

export interface ToolsHome {
  readonly runtime: Runtime;
  readonly registry: ToolRegistry;
  readonly loaded: LoadedSettings;
}

/** Opens the tools of this home, outside of a conversation. */
export async function withTools<Result>(
  host: Host,
  work: (home: ToolsHome) => Promise<Result>,
): Promise<Result> {
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, { loaded, onWarning: (message) => printRemark(host, message) });
  return await work({ runtime, registry: await runtime.tools(), loaded });
}

import { HermesError } from "@hermes/registry";
import { gatewayHandlers, gatewayHookFile, parseGatewayHook } from "@hermes/plugins/hooks";
import type { GatewayHook } from "@hermes/plugins/hooks";
import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { RunnableHook } from "./runnable-hook.ts";

/** A folder of hooks of the gateway. */
export interface FoundGatewayHook {
  readonly name: string;
  readonly folder: string;
  /** Undefined: it can't be used, for this reason. */
  readonly hook: (GatewayHook & RunnableHook) | undefined;
  readonly problem?: string | undefined;
}

/** The hook folders of a home, by name. */
export async function findGatewayHooks(
  home: string,
  { homedir }: { readonly homedir: string },
): Promise<readonly FoundGatewayHook[]> {
  const entries = await readdir(join(home, "hooks"), { withFileTypes: true }).catch(() => []);
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, folder: join(home, "hooks", name) }))
    .filter(({ folder }) => existsSync(join(folder, gatewayHookFile)))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return await Promise.all(folders.map(async (each) => await readFolder(each, { home, homedir })));
}

async function readFolder(
  { name, folder }: { readonly name: string; readonly folder: string },
  { home, homedir }: { readonly home: string; readonly homedir: string },
): Promise<FoundGatewayHook> {
  const handler = gatewayHandlers.map((file) => join(folder, file)).find((path) => existsSync(path));
  try {
    const text = await readFile(join(folder, gatewayHookFile), "utf8");
    const parsed = parseGatewayHook(text, { name, handler, homedir, node: process.execPath });
    const data = join(home, "cache", "hooks", name);
    const hook = { ...parsed, folder, data, write: "nothing", eventName: parsed.events[0] ?? "" } as const;
    return { name, folder, hook };
  } catch (error) {
    if (!HermesError.is(error)) throw error;
    return { name, folder, hook: undefined, problem: error.message };
  }
}

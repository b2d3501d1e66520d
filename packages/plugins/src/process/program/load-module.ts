import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import type { PluginParts } from "../../author/plugin-parts.ts";

// Nothing is installed beside a plug-in, and it needs this one function alone.
const authorModule = `data:text/javascript,${encodeURIComponent("export const definePlugin = (parts) => parts;")}`;

/** Imports a module of a plug-in, TypeScript as it is. */
export async function loadModule(main: string): Promise<PluginParts> {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "@hermes/plugins" ? { url: authorModule, shortCircuit: true } : next(specifier, context),
  });
  const module: unknown = await import(pathToFileURL(main).href);
  const parts = isObject(module) ? module["default"] : undefined;
  if (!isObject(parts))
    throw new TypeError("Its module has no default export: export default definePlugin({ … }).");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is wrong in it shows when it is described and called
  return parts as PluginParts;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

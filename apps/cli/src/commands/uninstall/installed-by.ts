import { realpathSync } from "node:fs";
import { dirname } from "node:path";

/** How this program came here, and how it goes. */
export interface InstalledBy {
  readonly name: "npm" | "pnpm" | "yarn" | "bun" | "npx" | "a checkout";
  /** What a person runs or does to remove it. */
  readonly remove: string;
}

/** Known by where the program lies. */
export function installedBy(script: string = process.argv[1] ?? ""): InstalledBy {
  const path = realPath(script).replaceAll("\\", "/");
  const [, before] = /^(.*?)\/node_modules\//.exec(path) ?? [];
  if (/\/_npx\/|\/dlx-/.test(path))
    return { name: "npx", remove: "Nothing is installed: it was run by npx, which removes it by itself." };
  if (before === undefined)
    return { name: "a checkout", remove: `Remove the folder of the checkout: ${checkoutOf(path)}` };
  if (/\/pnpm\/(?:global|store)|\/pnpm-global\//.test(path))
    return { name: "pnpm", remove: "pnpm rm -g @hermes/cli" };
  if (/\/\.bun\//.test(path)) return { name: "bun", remove: "bun rm -g @hermes/cli" };
  if (/\/yarn\/(?:data\/)?global\//i.test(path))
    return { name: "yarn", remove: "yarn global remove @hermes/cli" };
  const isGlobal = /\/lib$|\/npm$/.test(before);
  return {
    name: "npm",
    remove: isGlobal ? "npm rm -g @hermes/cli" : `In ${before}: npm rm @hermes/cli`,
  };
}

function checkoutOf(path: string): string {
  return dirname(path).replace(/\/apps\/cli\/bin$/, "");
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

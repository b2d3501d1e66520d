import type { McpProfile, McpServerEntry, StdioTransport } from "@hermes/mcp";
import { existsSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute } from "node:path";
import { findWorkspace } from "../find-workspace.ts";

/** Programs that fetch a package and run it. */
const runners: ReadonlySet<string> = new Set([
  "npx",
  "pnpx",
  "bunx",
  "uvx",
  "pipx",
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "uv",
  "deno",
]);

/** Whether a command fetches what it runs: then it needs registries and the caches of packages. */
export function runsPackages({ command }: Pick<StdioTransport, "command">): boolean {
  return runners.has(basename(command).replace(/\.(?:cmd|exe)$/i, ""));
}

const tmp = "/tmp";

/** Workspaces of the files that a command names below `/tmp`: a jail has a `/tmp` of its own, and they would be missing there. */
export function programsInTmp({
  command,
  args,
}: Pick<StdioTransport, "command" | "args">): readonly string[] {
  return [command, ...args]
    .filter((word) => isAbsolute(word) && word.startsWith(`${tmp}/`) && existsSync(word))
    .map((path) => findWorkspace(statSync(path).isDirectory() ? path : dirname(path)).root)
    .filter((folder) => folder.startsWith(`${tmp}/`));
}

const closed: McpProfile = { folders: [], hosts: [], variables: [] };

/** The entry with what it may reach: where it says nothing, no more than its program needs to start. */
export function withProfile(
  entry: McpServerEntry,
  { hasProfile }: { readonly hasProfile: boolean },
): McpServerEntry {
  const { transport } = entry;
  return transport.type !== "stdio" || hasProfile
    ? entry
    : { ...entry, transport: { ...transport, profile: closed } };
}

/** What a process of ours may reach, for people. Empty where there is none. */
export function reachOf(
  { transport }: McpServerEntry,
  { isHeld }: { readonly isHeld: boolean },
): readonly string[] {
  if (transport.type !== "stdio") return [];
  const { profile } = transport;
  if (profile === undefined || !isHeld)
    return [
      profile === undefined
        ? "runs as you, outside of a jail"
        : "runs as you: there is no jail here that could hold it",
    ];
  const packages = runsPackages(transport);
  const hosts = [...(packages ? ["package registries"] : []), ...profile.hosts];
  return [
    `writes to ${["a scratch folder", ...(packages ? ["caches of packages"] : []), ...profile.folders].join(", ")}`,
    profile.hosts.includes("*")
      ? "reaches every host"
      : `reaches ${hosts.length === 0 ? "no host" : hosts.join(", ")}`,
    ...(profile.variables.length === 0 ? [] : [`gets ${profile.variables.join(", ")}`]),
  ];
}

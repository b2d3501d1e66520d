import { pluginKinds } from "@hermes/plugins/host";
import type { PluginKind, PluginManifest } from "@hermes/plugins/host";
import type { HermesError } from "@hermes/registry";
import type { PluginAccess } from "./plugin-access.ts";

/** What its process may reach, for people: a line each. */
export function reachOf(
  { may }: Pick<PluginManifest, "may">,
  { hosts, writable }: PluginAccess,
  { isHeld }: { readonly isHeld: boolean },
): readonly string[] {
  const run = may.run.length === 0 ? [] : [`has ${may.run.join(", ")} started as you, outside of its jail`];
  const gets = may.variables.length === 0 ? [] : [`gets ${may.variables.join(", ")}`];
  if (!isHeld) return ["runs as you: no jail holds it", ...gets, ...run];
  const reached = hosts.includes("*") ? "every host" : hosts.length === 0 ? "no host" : hosts.join(", ");
  const unset = may.hosts.some((host) => host.startsWith("settings.")) && hosts.length === 0;
  return [
    "reads your files, but no credentials and nothing of the home of Hermes",
    `writes to ${["a folder of its own", ...writable].join(", ")}`,
    `reaches ${reached}${unset ? `, and ${may.hosts.join(", ")} once it is set` : ""}`,
    ...gets,
    ...run,
  ];
}

const words: Readonly<Record<PluginKind, string>> = {
  tools: "tool",
  hooks: "hook",
  commands: "command",
  programs: "program",
  sections: "section",
  models: "models",
  memory: "memory",
  search: "search",
  speakers: "voice",
  transcribers: "transcriber",
  backends: "backend",
  platforms: "platform",
  contextEngines: "context engine",
  skins: "skin",
};

/** What it gives, for people: `tool weather`. */
export function givesOf({ provides }: Pick<PluginManifest, "provides">): readonly string[] {
  return pluginKinds.flatMap((kind) => provides[kind].map((name) => `${words[kind]} ${name}`));
}

/** As a sentence calls it: `the tool "weather"`. */
export function partNamed(kind: PluginKind, name: string): string {
  return `the ${words[kind]} "${name}"`;
}

/** What went wrong, with what to do next. */
export function sentenceOf({ message, hint }: Pick<HermesError, "message" | "hint">): string {
  return [message, hint].filter((part) => part !== undefined).join(" ");
}

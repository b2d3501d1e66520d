import type { Tool } from "@hermes/registry";

/** Tools by their names: a registry, or a map. */
export type ToolSource =
  | { get(name: string): Tool | undefined; names(): readonly string[] }
  | ReadonlyMap<string, Tool>;

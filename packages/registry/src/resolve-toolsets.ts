import { HermesError } from "./hermes-error.ts";
import { nearest } from "./nearest.ts";
import type { Toolset } from "./toolset.ts";
import type { Tool } from "./tool.ts";

/** Which tools are wanted, by names of toolsets. `all` and `*` stand for every tool. */
export interface ToolSelection {
  /** @default every tool */
  readonly enabled?: readonly string[] | undefined;
  /** Taken from what is enabled. @default none */
  readonly disabled?: readonly string[] | undefined;
}

export interface ToolsetIndex {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly toolsets: ReadonlyMap<string, Toolset>;
}

/**
 * Names of the registered tools that a selection contains, in the order of the alphabet.
 *
 * @throws {HermesError} `TOOLSET_NOT_FOUND`
 */
export function resolveSelection(
  { enabled = ["all"], disabled = [] }: ToolSelection,
  index: ToolsetIndex,
): readonly string[] {
  const without = new Set(disabled.flatMap((name) => toolsOf(name, index)));
  const wanted = new Set(enabled.flatMap((name) => toolsOf(name, index)));
  return [...wanted].filter((name) => !without.has(name)).sort();
}

/** Registered tools of one toolset and of all that it includes. */
export function toolsOf(name: string, index: ToolsetIndex): readonly string[] {
  if (name === "all" || name === "*") return [...index.tools.keys()];
  const known = knownNames(index);
  const found = known.has(name) ? name : nameOfAlias(name, index.toolsets);
  if (found === undefined) throw notFound(name, known);
  const closure = withIncludes(found, index.toolsets);
  const members = [...closure].flatMap((member) => index.toolsets.get(member) ?? []);
  const listed = new Set(members.flatMap(({ tools }) => tools));
  const platforms = new Set(members.flatMap(({ platform = [] }) => platform));
  return [...index.tools.values()]
    .filter((tool) => closure.has(tool.toolset) || listed.has(tool.name) || isOfferedOn(tool, platforms))
    .map((tool) => tool.name);
}

function isOfferedOn({ platforms }: Tool, wanted: ReadonlySet<string>): boolean {
  if (platforms === undefined) return wanted.size > 0;
  return platforms.some((platform) => wanted.has(platform));
}

function nameOfAlias(alias: string, toolsets: ReadonlyMap<string, Toolset>): string | undefined {
  return [...toolsets.values()].find(({ aliases }) => aliases.includes(alias))?.name;
}

function knownNames({ tools, toolsets }: ToolsetIndex): ReadonlySet<string> {
  return new Set([...toolsets.keys(), ...[...tools.values()].map((tool) => tool.toolset)]);
}

function withIncludes(name: string, toolsets: ReadonlyMap<string, Toolset>): ReadonlySet<string> {
  // A set that grows while it is walked: each member is visited once, so circles end by themselves.
  const closure = new Set([name]);
  for (const member of closure) {
    for (const included of toolsets.get(member)?.includes ?? []) closure.add(included);
  }
  return closure;
}

function notFound(name: string, known: ReadonlySet<string>): HermesError {
  const meant = nearest(name, known);
  return new HermesError(`No toolset named "${name}".`, {
    code: "TOOLSET_NOT_FOUND",
    hint: meant === undefined ? `Known: ${[...known].sort().join(", ")}.` : `Did you mean "${meant}"?`,
  });
}

import { currentName } from "./builtin-toolsets.ts";
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
  const found = [name, currentName(name)].find((candidate) => known.has(candidate));
  if (found === undefined) throw notFound(name, known);
  const closure = withIncludes(found, index.toolsets);
  const listed = new Set([...closure].flatMap((member) => index.toolsets.get(member)?.tools ?? []));
  return [...index.tools.values()]
    .filter((tool) => closure.has(tool.toolset) || listed.has(tool.name))
    .map((tool) => tool.name);
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

import { actionsOf, nearest } from "@hermes/registry";
import type { ToolSource } from "./tool-source.ts";

/** What a call is for every rule, whatever its tool calls it, by the kind of its argument. */
export const commonActions = {
  read: "file.read",
  write: "file.write",
  delete: "file.delete",
  run: "terminal.run",
  background: "terminal.background",
  input: "terminal.input",
  fetch: "web.fetch",
  connect: "network.connect",
} as const;

export function groupOf(action: string): string {
  return action.slice(0, action.indexOf("."));
}

/** What a rule may name, as far as it is known. */
export interface KnownNames {
  /** `<group>.<verb>`. */
  readonly actions: ReadonlySet<string>;
  /** `<group>`, also the toolsets of tools. */
  readonly groups: ReadonlySet<string>;
}

/** The names that tools bring, and those that every call has by its argument. */
export async function knownNames(tools: (() => Promise<ToolSource>) | undefined): Promise<KnownNames> {
  const source = await tools?.();
  const names = source === undefined ? [] : "names" in source ? source.names() : [...source.keys()];
  const known = names.flatMap((name) => source?.get(name) ?? []);
  const brought = known.flatMap((tool) => actionsOf(tool).map(({ name }) => name));
  const actions = new Set([...Object.values(commonActions), ...brought]);
  return { actions, groups: new Set([...[...actions].map(groupOf), ...known.map(({ toolset }) => toolset)]) };
}

/** Whether something that there is goes by a `<group>.<verb>`. */
export function isKnown(name: string, { actions, groups }: KnownNames): boolean {
  return name.endsWith(".*") ? groups.has(groupOf(name)) : name.includes("*") || actions.has(name);
}

/**
 * The known name that a mistyped `<group>.<verb>` most likely means. Undefined for a name that is known, and for one that is
 * like none: it may be of a tool that is not installed.
 */
export function closestName(name: string, { actions, groups }: KnownNames): string | undefined {
  const [group, verb] = [groupOf(name), name.slice(name.indexOf(".") + 1)];
  if (verb.includes("*")) {
    const near =
      group.includes("*") || groups.has(group)
        ? undefined
        : [...groups].find((each) => isTypoOf(group, each));
    return near === undefined ? undefined : `${near}.${verb}`;
  }
  if (actions.has(name)) return undefined;
  return [...actions].find((action) => {
    const [knownGroup, knownVerb] = [groupOf(action), action.slice(action.indexOf(".") + 1)];
    return isTypoOf(group, knownGroup) && isTypoOf(verb, knownVerb);
  });
}

/** A name of its own may hold another one, such as `web-tools`; a slip is hardly longer or shorter than what is meant. */
function isTypoOf(name: string, known: string): boolean {
  if (name === known) return true;
  return Math.abs(name.length - known.length) <= 2 && nearest(name, [known]) !== undefined;
}

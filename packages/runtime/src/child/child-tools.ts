import { HermesError } from "@hermes/registry";
import type { Tool, ToolRegistry } from "@hermes/registry";
import type { ChildParts } from "../runtime-parts.ts";

/**
 * Takes every tool out of a child's registry that it may not have, so that it is in no definition, no search and no script: it keeps
 * what was asked for, by the task and by the role, of what its parent has. Of tools that are for a person's session it keeps those
 * that a role of the home names, one by one.
 *
 * @throws {HermesError} `TOOLSET_NOT_FOUND` for a name of the task that is neither a tool nor a toolset.
 */
export function cutToolsOfChild(
  registry: ToolRegistry,
  { parent, of }: ChildParts,
  warn: (message: string) => void,
): void {
  const { role, tools } = parent;
  const ofParent = of.session.agent.offered ?? new Set(of.tools.resolve(of.toolsets));
  const asked = tools && new Set(tools.flatMap((name) => toolsNamed(name, registry)));
  const ofRole = role?.tools && new Set(role.tools.flatMap((name) => toolsOfRole(name)));
  const granted = new Set(role?.source === "home" ? role.tools : []);
  for (const name of registry.names()) {
    const audience = registry.get(name)?.audience;
    const isKept =
      audience === "child" ||
      (ofParent.has(name) &&
        (asked?.has(name) ?? true) &&
        (ofRole?.has(name) ?? true) &&
        (audience === undefined || granted.has(name)));
    if (!isKept) registry.unregister(name);
  }

  function toolsOfRole(name: string): readonly string[] {
    try {
      return toolsNamed(name, registry);
    } catch (error) {
      if (!HermesError.is(error) || error.code !== "TOOLSET_NOT_FOUND") throw error;
      warn(`The role "${role?.name}" names the tool "${name}", which there is not; it goes without it.`);
      return [];
    }
  }
}

/** Whether a tool of a server, there by now or later, is one that a child was given: by its name, its server's, or with all. */
export function mayComeToChild({ name, toolset }: Tool, { parent, of }: ChildParts): boolean {
  const ofParent = of.session.agent.offered ?? new Set(of.tools.resolve(of.toolsets));
  const own = [name, toolset, toolset.replace(/^mcp-/, ""), "mcp", "all", "*"];
  return (
    [parent.tools, parent.role?.tools].every(
      (list) => list === undefined || list.some((each) => own.includes(each)),
    ) && ofParent.has(name)
  );
}

/** Toolsets are resolved before anything is taken away: a bundle brings in nothing that a name would not. */
function toolsNamed(name: string, registry: ToolRegistry): readonly string[] {
  return registry.has(name) ? [name] : registry.resolve({ enabled: [name] });
}

/** Takes out what is for children. */
export function cutToolsOfPerson(registry: ToolRegistry): void {
  for (const name of registry.names())
    if (registry.get(name)?.audience === "child") registry.unregister(name);
}

import type { Mode, Permissions } from "@hermes/permissions";
import { HermesError } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";

/**
 * The permissions that all share, with the mode that was chosen for a session. A child has that of its parent.
 *
 * @throws {HermesError} `RUNTIME_UNKNOWN_MODE`; the guard then refuses the call.
 */
export async function permissionsOfSession(
  shared: Pick<RuntimeParts, "permissions" | "child">,
  mode: string | undefined,
  sessionId: string,
): Promise<Permissions> {
  const permissions = await shared.permissions();
  // Those of a child's parent: its mode is set.
  if (shared.child !== undefined) {
    permissions.inherit(sessionId, { parentId: shared.child.parent.sessionId });
    return permissions;
  }
  if (mode !== undefined) permissions.setMode(await knownMode(mode), { sessionId });
  return permissions;
}

async function knownMode(name: string): Promise<Mode> {
  const { modes, parseMode } = await import("@hermes/permissions");
  const mode = parseMode(name);
  if (mode !== undefined) return mode;
  throw new HermesError(`There is no mode "${name}".`, {
    code: "RUNTIME_UNKNOWN_MODE",
    hint: `Use one of ${modes.join(", ")}.`,
  });
}

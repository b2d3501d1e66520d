import { existsSync } from "node:fs";
import { join } from "node:path";
import { findWorkspace } from "../find-workspace.ts";
import { lazy } from "../lazy.ts";
import type { Lazy } from "../lazy.ts";
import { skipsContext } from "../prompt/skips-context.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { RoleFolder } from "./find-roles.ts";
import type { Role } from "./role.ts";

/**
 * The roles that count where sessions work, read when they are first asked for. Where there are none, nothing is loaded.
 *
 * @param sessionId Of the session whose person is asked about those that the agent wrote. Absent: these don't count.
 */
export function openRoles(
  parts: Omit<RuntimeParts, "roles">,
  sessionId?: () => Promise<string>,
): Lazy<readonly Role[]> {
  return lazy(async () => {
    const folders = roleFolders(parts).filter(({ folder }) => existsSync(folder));
    if (folders.length === 0) return [];
    const [{ findRoles }, { admitInSession }, { sourcesOfFile }] = await Promise.all([
      import("./find-roles.ts"),
      import("../prompt/admit-in-session.ts"),
      import("../permissions/sources-of-file.ts"),
    ]);
    return await findRoles(folders, {
      home: parts.options.loaded.home,
      admit: admitInSession(parts, sessionId),
      sourcesOf: async (path) => await sourcesOfFile(parts, path),
      warn: parts.warn,
    });
  });
}

/** Where roles are looked for; the first one of a name counts: what somebody else wrote takes no role of the person's away. */
function roleFolders(parts: Omit<RuntimeParts, "roles">): readonly RoleFolder[] {
  const { home } = parts.options.loaded;
  const { root } = findWorkspace(parts.cwd);
  const ofProject = [".hermes", ".claude"].map((folder): RoleFolder => ({
    source: "project",
    folder: join(root, folder, "agents"),
    within: root,
  }));
  return [
    { source: "home", folder: join(home, "agents"), within: home },
    ...(skipsContext(parts) ? [] : ofProject),
  ];
}

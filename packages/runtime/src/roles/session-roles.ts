import { findWorkspace } from "../find-workspace.ts";
import { sourcesOfFile } from "../permissions/sources-of-file.ts";
import { admitContext } from "../prompt/admit-context.ts";
import type { AdmitContext } from "../prompt/admit-context.ts";
import { skipsContext } from "../prompt/skips-context.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { findRoles } from "./find-roles.ts";
import type { Role } from "./role.ts";

/** The roles that count in a folder. @param admit Whether a file does. @default one that the agent wrote does not */
export async function rolesHere(
  parts: Pick<RuntimeParts, "home" | "cwd" | "existingState" | "written" | "agentFiles" | "warn" | "options">,
  admit: AdmitContext = admitContext({
    files: parts.agentFiles,
    approver: undefined,
    sessionId: async () => "",
    warn: parts.warn,
  }),
): Promise<readonly Role[]> {
  const roles = await findRoles({
    home: parts.options.loaded.home,
    workspaceRoot: findWorkspace(parts.cwd).root,
    admit,
    sourcesOf: async (path) => await sourcesOfFile(parts, path),
    warn: parts.warn,
  });
  return skipsContext(parts) ? roles.filter(({ source }) => source === "home") : roles;
}

import type { RuntimeParts } from "../runtime-parts.ts";
import { findWorkspace } from "../find-workspace.ts";
import type { GitFacts } from "./git-facts.ts";

/** What git says of the folder; undefined where there is no repository, and where the folder is not on this machine. */
export async function gitOfWorkspace({
  cwd,
  env,
  chosenBackend,
  options: { loaded },
}: Pick<RuntimeParts, "cwd" | "env" | "chosenBackend" | "options">): Promise<GitFacts | undefined> {
  if (chosenBackend.kind !== "local" || !findWorkspace(cwd).isGit) return undefined;
  const { gitFacts } = await import("./git-facts.ts");
  return await gitFacts({ cwd, env, timeoutMs: loaded.settings.prompt.git_timeout * 1_000 });
}

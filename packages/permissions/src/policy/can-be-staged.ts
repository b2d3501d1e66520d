import type { CallAnalysis } from "./call-analysis.ts";

/** Whether trying a call on a copy shows what it does: it changes files, and nothing beyond this machine. */
export function canBeStaged({ argument, command }: CallAnalysis): boolean {
  if (command === undefined || argument?.kind !== "command" || argument.canBeTried !== true) return false;
  const kinds = new Set(command.effects.map(({ kind }) => kind));
  const beyond = ["network", "package", "service", "privilege"] as const;
  const changes = command.effects.some(
    (effect) =>
      ["write", "delete", "execute"].includes(effect.kind) ||
      (effect.kind === "git" && changesOfGit.has(effect.action)),
  );
  return changes && !beyond.some((kind) => kinds.has(kind));
}

/** What git does to the files and the history of this machine alone. */
const changesOfGit: ReadonlySet<string> = new Set(
  (
    "am apply branch checkout cherry-pick clean commit filter-branch filter-repo gc merge mv prune rebase reflog reset " +
    "restore revert rm stash switch tag update-ref worktree"
  ).split(" "),
);

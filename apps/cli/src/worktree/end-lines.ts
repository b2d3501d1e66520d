import { counted } from "../render/count-of.ts";
import type { EnteredWorktree } from "./enter-worktree.ts";
import type { Settled } from "./settle-worktree.ts";

/** What is said at the end: where the work is, and how it is taken over or thrown away. Commands stand whole on lines of their own. */
export function endLines({ id, path, branch }: EnteredWorktree, settled: Settled): readonly string[] {
  if (settled.type === "removed") return [`Nothing was changed in the worktree; it is removed: ${path}`];
  const { leftover } = settled;
  const what =
    leftover === undefined
      ? []
      : [
          ...(leftover.changedFiles === 0 ? [] : [counted(leftover.changedFiles, "changed file")]),
          ...(leftover.commits === 0 ? [] : [counted(leftover.commits, "commit")]),
          ...(leftover.unfinished === undefined ? [] : [`${leftover.unfinished} under way`]),
        ];
  const place = quoted(path);
  const own = quoted(leftover?.otherBranch ?? branch);
  return [
    `The worktree stays${what.length === 0 ? "" : `, with ${what.join(", ")}`}: ${path}`,
    leftover?.otherBranch === undefined
      ? `Its branch is ${branch}.`
      : `Its branch is ${branch}; it is on ${leftover.otherBranch}.`,
    ...((leftover?.changedFiles ?? 0) === 0
      ? []
      : ["To commit what is changed:", `  git -C ${place} add -A && git -C ${place} commit`]),
    ...["To merge it into the branch that you are on:", `  git merge ${own}`],
    ...["To go on in it:", `  hermes -w ${id} -c`],
    "To remove it with all that is in it:",
    `  git worktree remove --force ${place} && git branch -D ${branch}`,
  ];
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

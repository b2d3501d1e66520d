import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { SkillOrigin } from "./skill.ts";

/** Where skills are looked for. Folders that don't exist are as good as empty ones. */
export interface SkillFolders {
  /** The person's own folder, `skills` in the home. Bundled and installed skills live in it too. */
  readonly user: string;
  /** Folders of the project, such as `.agents/skills` and `.hermes/skills`. */
  readonly project?: readonly string[] | undefined;
  /** More folders of the person. They are read, and never written. */
  readonly extra?: readonly string[] | undefined;
}

export interface SkillRoot {
  readonly folder: string;
  readonly source: SkillOrigin;
  readonly editable: boolean;
}

/**
 * In the order of precedence: of two skills with one name the first is taken. What the person keeps or has installed comes
 * before what a project brings, so that an untrusted repository can't replace a skill that the person trusts.
 */
export function rootsOf({ user, extra = [], project = [] }: SkillFolders): readonly SkillRoot[] {
  const roots: readonly SkillRoot[] = [
    { folder: user, source: "user", editable: true },
    ...extra.map((folder) => ({ folder, source: "user", editable: false }) as const),
    ...project.map((folder) => ({ folder, source: "project", editable: false }) as const),
  ];
  // Whoever works in their home folder has the person's skills in the project too; links may lead to them as well.
  const places = roots.map(({ folder }) => realPathOf(folder));
  return roots.filter((_, index) => places.indexOf(places[index] ?? "") === index);
}

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

/** Among the skills of the person's own folder: their own, then installed ones, then those that came with Hermes. */
export function rankOf(source: SkillOrigin): number {
  return { user: 0, hub: 1, project: 2, bundled: 3 }[source];
}

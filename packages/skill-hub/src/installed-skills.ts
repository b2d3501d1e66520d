import { HermesError, nearest } from "@hermes/registry";
import type { HubFiles } from "./record/hub-files.ts";
import { readLockFile, toInstalled } from "@hermes/skills/hub-lock";
import type { InstalledSkill } from "@hermes/skills/hub-lock";

/** An installed skill and the files that came with it. */
export interface KnownSkill {
  readonly skill: InstalledSkill;
  readonly paths: readonly string[];
}

/** By name. @throws {HermesError} `HUB_STATE_DAMAGED` */
export function allInstalled(files: HubFiles): readonly KnownSkill[] {
  return Object.entries(readLockFile(files.lock).installed)
    .map(([name, entry]) => ({ skill: toInstalled(name, entry), paths: entry.files ?? [] }))
    .toSorted((a, b) => (a.skill.name < b.skill.name ? -1 : 1));
}

/** All of them for no names. @throws {HermesError} `HUB_NOT_INSTALLED`, before anything is done */
export function installedNamed(files: HubFiles, names: readonly string[]): readonly KnownSkill[] {
  const all = allInstalled(files);
  if (names.length === 0) return all;
  return [...new Set(names)].map((name) => {
    const known = all.find(({ skill }) => skill.name === name);
    if (known !== undefined) return known;
    const near = nearest(
      name,
      all.map(({ skill }) => skill.name),
    );
    throw new HermesError(`No installed skill is called "${name}".`, {
      code: "HUB_NOT_INSTALLED",
      hint:
        near === undefined
          ? "Skills that you made, or that came with Hermes, are not the hub's."
          : `Did you mean ${near}?`,
    });
  });
}

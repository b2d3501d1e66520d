import { lstatSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { parseSkill } from "@hermes/skills/format";
import { findSkillFiles } from "@hermes/skills";
import type { InstalledSkill } from "@hermes/skills/hub-lock";
import { refusal } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";

/** Where a skill goes. */
export interface Place {
  readonly name: string;
  /** Relative to the skills folder, with `/`. */
  readonly installPath: string;
  /** The installed one that it replaces. */
  readonly replaces: InstalledSkill | undefined;
}

export interface PlaceRequest {
  /** The skills folder. */
  readonly skills: string;
  /** What the skill calls itself, else what its source calls it. */
  readonly name: string;
  readonly reference: string;
  /** Folders above, `devops/docker`. */
  readonly category: string | undefined;
  readonly installed: readonly InstalledSkill[];
}

const namePattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** Folders in which nobody looks for skills. */
const unseen: ReadonlySet<string> = new Set(
  "node_modules site-packages venv __pycache__ references templates assets scripts".split(" "),
);

/** Chooses the folder, or says why the skill can't have one. What the person has is never replaced. */
export function choosePlace(request: PlaceRequest): Place | Refusal {
  const { skills, name, reference, category = "", installed } = request;
  const why = whyNoName(name);
  if (why !== undefined) return refusal("invalid", `"${name}" can't be a skill's name: ${why}.`);
  const known = installed.find((other) => other.name === name);
  if (known !== undefined && withoutRevision(known.reference) !== withoutRevision(reference)) {
    return refusal("taken", `A skill "${name}" is installed already, from ${known.reference}.`, {
      hint: "To have this one instead, uninstall that one first.",
      overruledBy: { uninstall: name },
    });
  }
  const holder = holderOf(skills, name, known?.installPath);
  if (holder !== undefined) {
    return refusal("taken", `There is a skill "${name}" already, in ${holder}.`, {
      hint: "Rename or delete that one first; it is never replaced.",
    });
  }
  if (known !== undefined) return { name, installPath: known.installPath, replaces: known };
  const folders = category.split("/").filter((part) => part !== "");
  const problem = whyNoCategory(skills, folders);
  if (problem !== undefined) return refusal("invalid", `"${category}" can't be its category: ${problem}.`);
  return { name, installPath: [...folders, name].join("/"), replaces: undefined };
}

export function isPlace(place: Place | Refusal): place is Place {
  return "installPath" in place;
}

/** `github:a/b/c@v1` and `github:a/b/c` are one skill. */
function withoutRevision(reference: string): string {
  return reference.replace(/@[\w./+-]*$/, "");
}

function whyNoName(name: string): string | undefined {
  if (!namePattern.test(name)) return "it must be lower-case letters, digits and hyphens, at most 64";
  if (unseen.has(name)) return "skills are not looked for in folders of that name";
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|\.$/.test(name)
    ? "some systems have no such folders"
    : undefined;
}

function whyNoCategory(skills: string, folders: readonly string[]): string | undefined {
  if (folders.length > 3) return "it may have three parts";
  for (const [index, folder] of folders.entries()) {
    const why = whyNoName(folder);
    if (why !== undefined) return why;
    const path = join(skills, ...folders.slice(0, index + 1));
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (!found.isDirectory()) return `${path} is ${found.isSymbolicLink() ? "a link" : "no folder"}`;
    if (lstatSync(join(path, "SKILL.md"), { throwIfNoEntry: false }) !== undefined)
      return `${path} is a skill`;
  }
  return undefined;
}

/** The folder of another skill that is called so, by its own word or by its folder's name. Case does not count. */
function holderOf(skills: string, name: string, own: string | undefined): string | undefined {
  const isNamed = (other: string): boolean => other.toLowerCase() === name;
  return findSkillFiles(skills)
    .filter(({ folder }) => relative(skills, folder).replaceAll("\\", "/") !== own)
    .find(
      ({ folder, path }) =>
        isNamed(basename(folder)) || isNamed(parseSkill(readHead(path)).fields.name ?? ""),
    )?.folder;
}

function readHead(path: string): string {
  try {
    return readFileSync(path, "utf8").slice(0, 100_000);
  } catch {
    // One that can't be read has the name of its folder.
    return "";
  }
}

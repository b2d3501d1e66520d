import type { FileToKnow, ScriptOrigin } from "@hermes/command-safety";
import type { HubEntry, SkillUse } from "@hermes/skills";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { userSkills } from "../skills/skill-places.ts";

/**
 * Tells of a file of a skill in the home whether a person is asked before it runs. One that came with Hermes and is as it
 * came, one of a skill that the person made, and one of a skill that the agent made and that proved itself are judged by
 * what they hold alone.
 */
export function scriptOrigins(
  home: string,
  use: () => Promise<SkillUse>,
): (file: FileToKnow) => Promise<ScriptOrigin | undefined> {
  return async ({ path, sha256 }) => {
    const folder = realOf(userSkills(home));
    const inFolder = relative(folder, path).replaceAll("\\", "/");
    if (inFolder === "" || inFolder.startsWith("..")) return undefined;
    const { readManifest, readHubLock } = await import("@hermes/skills");
    const bundled = bundledHash(readManifest(folder)?.skills ?? {}, inFolder);
    if (bundled !== undefined) {
      const isAsItCame = bundled.sha256 === sha256 || sha256 === "";
      return isAsItCame ? { ask: undefined, isVetted: true } : { ask: changed(path, bundled.skill) };
    }
    const lock = readHubLock(folder);
    if (lock === undefined) return { ask: `It runs ${path}, and where its skill came from can't be told.` };
    const installed = [...lock].find(([, { installPath }]) => isWithin(installPath, inFolder));
    if (installed !== undefined) return { ask: foreign(path, ...installed) };
    const skill = skillAround(folder, path);
    if (skill === undefined) return undefined;
    const made = (await (await use()).summaries()).get(skill);
    if (made?.madeAt === undefined || made.check === "passed") return { ask: undefined };
    return { ask: `It runs ${path} of the skill "${skill}", which the agent made and no check has proved.` };
  };
}

const verdicts: Readonly<Record<HubEntry["decision"], string>> = {
  allow: "found nothing in it",
  review: "found something to look at in it",
  block: "found what may do harm in it",
};

function foreign(path: string, skill: string, { reference, source, decision }: HubEntry): string {
  const from = reference === "" ? source : reference;
  return `It runs ${path} of the skill "${skill}", which came from ${from}; the scan ${verdicts[decision]}.`;
}

function changed(path: string, skill: string): string {
  return `It runs ${path} of the skill "${skill}", which came with Hermes and was changed since.`;
}

/** The skill that came with Hermes and has a path in it. A file that did not come with it has an empty hash. */
function bundledHash(
  skills: Readonly<Record<string, Readonly<Record<string, string>>>>,
  inFolder: string,
): { readonly skill: string; readonly sha256: string } | undefined {
  const [skill, files] = Object.entries(skills).find(([name]) => isWithin(name, inFolder)) ?? [];
  if (skill === undefined || files === undefined) return undefined;
  return { skill, sha256: files[inFolder.slice(skill.length + 1)] ?? "added" };
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The name of the nearest folder above that holds a SKILL.md. */
function skillAround(root: string, path: string): string | undefined {
  for (let folder = path; folder.length > root.length; folder = dirname(folder))
    if (existsSync(join(folder, "SKILL.md"))) return relative(root, folder).split("/").at(-1);
  return undefined;
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

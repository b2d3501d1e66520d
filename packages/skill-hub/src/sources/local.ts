import { lstatSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { readSkillPackage } from "@hermes/skills";
import { hubError } from "../hub-error.ts";
import { contentHash } from "../package/content-hash.ts";
import type { SkillSource } from "../skill-source.ts";

const scheme = "local:";

/** Skills in folders of this machine, such as those of other agents. Nobody has vouched for them. */
export function createLocalSource(): SkillSource {
  return {
    id: "local",
    title: "Folders of this machine",
    claims: (reference) => reference.startsWith(scheme) && reference.length > scheme.length,
    // Which folders are meant is the person's to say.
    browse: async () => ({ skills: [] }),
    search: async () => ({ skills: [] }),
    async fetch(reference) {
      const folder = reference.slice(scheme.length).replace(/[\\/]+$/, "");
      if (!isAbsolute(folder) || !isSkill(folder)) {
        throw hubError("HUB_NOT_FOUND", `There is no skill in the folder "${folder}".`, {
          hint: "Give the whole path of a folder with a SKILL.md: local:/home/me/skills/deploy.",
        });
      }
      const name = basename(folder);
      const files = readSkillPackage(folder, name);
      const cut = files.files.find(({ path, content }) => content.length < sizeOf(join(folder, path)));
      if (cut !== undefined)
        throw hubError("HUB_TOO_LARGE", `"${cut.path}" of the skill "${name}" is larger than 1 MB.`);
      const remote = { reference: `${scheme}${folder}`, source: "local", name, description: "" } as const;
      return { remote: { ...remote, trust: "community" }, files, revision: contentHash(files.files) };
    },
  };
}

/** A folder that is a link is another folder, which the person did not name. */
function isSkill(folder: string): boolean {
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder && lstatSync(join(folder, "SKILL.md"), { throwIfNoEntry: false })?.isFile() === true;
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

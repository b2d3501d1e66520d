import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSkill } from "@hermes/skills/format";
import { findSkillFiles } from "@hermes/skills";
import type { SkillFile } from "@hermes/skills";
import { readSkillPackage } from "@hermes/skills";
import { nearest } from "@hermes/registry";
import { hubError } from "../hub-error.ts";
import { contentHash } from "../package/content-hash.ts";
import { matchesOf, pageOf } from "../source-context.ts";
import type { SourceContext } from "../source-context.ts";
import type { RemoteSkill, SkillSource } from "../skill-source.ts";

/** Optional skills that come with Hermes, in a folder of this machine. */
export function createOfficialSource({ officialFolder }: SourceContext): SkillSource {
  const list = (): readonly RemoteSkill[] =>
    officialFolder === undefined
      ? []
      : findSkillFiles(officialFolder).map((file) => toRemote(officialFolder, file));
  return {
    id: "official",
    title: "Optional skills of Hermes",
    claims: (reference) => /^official[:/]./.test(reference),
    async browse(request) {
      return pageOf(list(), request);
    },
    async search(query, { limit }) {
      return { skills: matchesOf(list(), query, limit) };
    },
    async fetch(reference) {
      const path = reference.replace(/^official[:/]/, "").replace(/\/$/, "");
      const skills = list();
      const remote =
        skills.find((skill) => skill.reference === `official:${path}`) ??
        skills.find((skill) => skill.reference.endsWith(`/${path}`));
      if (remote === undefined || officialFolder === undefined) {
        const near = nearest(
          path,
          skills.map((skill) => skill.reference.slice("official:".length)),
        );
        throw hubError("HUB_NOT_FOUND", `There is no optional skill "${path}".`, {
          hint: near === undefined ? undefined : `Did you mean official:${near}?`,
        });
      }
      const folder = join(officialFolder, remote.reference.slice("official:".length));
      const files = readSkillPackage(folder, remote.name);
      return { remote, files, revision: contentHash(files.files) };
    },
  };
}

function toRemote(root: string, { folder, path }: SkillFile): RemoteSkill {
  const { fields } = parseSkill(existsSync(path) ? readFileSync(path, "utf8") : "");
  const place = relative(root, folder).replaceAll("\\", "/");
  return {
    reference: `official:${place}`,
    source: "official",
    name: fields.name ?? place.split("/").at(-1) ?? place,
    description: fields.description,
    trust: "builtin",
    version: fields.version,
    tags: [...fields.tags],
    // The name of the pack.
    category: place.includes("/") ? dirname(place) : undefined,
  };
}

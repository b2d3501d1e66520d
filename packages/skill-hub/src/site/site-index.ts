import { z } from "zod";
import type { HubHttp } from "../fetch/hub-http.ts";
import { codeOf, hubError } from "../hub-error.ts";

const name = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(64);
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/i);
const artifact = z.object({ url: z.string(), digest: digest.optional() });

interface SiteArtifact {
  readonly url: string;
  readonly digest?: string | undefined;
}

/** A skill of a site, whichever form of the index names it. */
export interface SiteSkill {
  readonly name: string;
  readonly description: string;
  /** Over all its files. */
  readonly digest?: string | undefined;
  /** Relative to the skill's folder below the index. */
  readonly files?: readonly { readonly path: string; readonly digest?: string | undefined }[] | undefined;
  readonly archive?: SiteArtifact | undefined;
  /** SKILL.md alone. */
  readonly document?: SiteArtifact | undefined;
}

export interface SiteIndex {
  /** Where the index is; skills lie beside it. */
  readonly url: string;
  readonly skills: readonly SiteSkill[];
}

/** For the cache. */
export const siteIndexSchema: z.ZodType<SiteIndex> = z.object({
  url: z.string(),
  skills: z.array(
    z.object({
      name,
      description: z.string(),
      digest: digest.optional(),
      files: z.array(z.object({ path: z.string(), digest: digest.optional() })).optional(),
      archive: artifact.optional(),
      document: artifact.optional(),
    }),
  ),
});

const file = z.union([z.string().transform((path) => ({ path })), z.object({ path: z.string(), digest })]);
// Three forms are about: lists of names, lists with digests, and one address for each skill.
const written = z.looseObject({
  version: z.string().optional(),
  skills: z.array(
    z.looseObject({
      name,
      description: z.string(),
      type: z.string().optional(),
      url: z.string().optional(),
      digest: digest.optional(),
      files: z.array(file).min(1).optional(),
      package: artifact.optional(),
    }),
  ),
});

const places: readonly string[] = ["/.well-known/agent-skills/index.json", "/.well-known/skills/index.json"];

/**
 * What a site offers, from the first index that it has.
 *
 * @see https://github.com/cloudflare/agent-skills-discovery-rfc
 * @throws {HermesError} `HUB_NOT_FOUND` for a site without one; the codes of `SkillSource`.
 */
export async function readSiteIndex(
  http: HubHttp,
  origin: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<SiteIndex> {
  for (const place of places) {
    const url = `${origin}${place}`;
    try {
      // The older place is asked only where the newer one is not there.
      // oxlint-disable-next-line no-await-in-loop
      const index = await http.json(url, written, { signal });
      if (Number(index.version?.split(".")[0] ?? 0) > 0)
        throw hubError(
          "HUB_BAD_ANSWER",
          `The index of ${origin} has the version ${index.version}, which is newer than this Hermes.`,
        );
      return { url, skills: index.skills.map(toSiteSkill) };
    } catch (error) {
      if (codeOf(error) !== "HUB_NOT_FOUND") throw error;
    }
  }
  throw hubError("HUB_NOT_FOUND", `${origin} offers no skills: it has no ${places[0] ?? ""}.`);
}

function toSiteSkill(skill: z.infer<typeof written>["skills"][number]): SiteSkill {
  const { name: skillName, description, type, url, digest: given, files, package: archive } = skill;
  const base = { name: skillName, description };
  if (files !== undefined) return { ...base, digest: given, files, archive };
  if (archive !== undefined) return { ...base, digest: given, archive };
  const only = { url: url ?? `${skillName}/SKILL.md`, digest: given };
  return type === "archive" ? { ...base, archive: only } : { ...base, document: only };
}

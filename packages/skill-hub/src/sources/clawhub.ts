import { z } from "zod";
import { maxPackageBytes } from "../fetch/size-limits.ts";
import { unzipSkill } from "../fetch/unzip-skill.ts";
import { hubError } from "../hub-error.ts";
import { digestOf } from "../package/content-hash.ts";
import type { SourceContext } from "../source-context.ts";
import type { RemoteSkill, SkillSource } from "../skill-source.ts";

const slugPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const slug = z.string().regex(slugPattern);
const text = z.string().nullish();

const listAnswer = z.object({
  items: z.array(
    z.object({
      slug,
      displayName: text,
      summary: text,
      latestVersion: z.object({ version: z.string() }).nullish(),
    }),
  ),
  nextCursor: text,
});
const searchAnswer = z.object({
  results: z.array(z.object({ slug, displayName: text, summary: text, version: text })),
});
const skillAnswer = z.object({
  skill: z.object({ slug, displayName: text, summary: text }),
  latestVersion: z.object({ version: z.string() }).nullish(),
  owner: z.object({ handle: text }).nullish(),
  moderation: z.object({ isMalwareBlocked: z.boolean().nullish(), summary: text, verdict: text }).nullish(),
});

/**
 * The registry of ClawHub, where anybody may publish.
 *
 * @see https://docs.openclaw.ai/clawhub/http-api
 */
export function createClawhubSource({ http, addresses }: SourceContext): SkillSource {
  const client = http("ClawHub");
  const api = `${addresses.clawhub}/api/v1`;
  const parse = (reference: string): { slug: string; version: string | undefined } | undefined => {
    const page = reference.startsWith(`${addresses.clawhub}/`)
      ? (reference.slice(addresses.clawhub.length + 1).split(/[?#]/)[0] ?? "").split("/").at(-1)
      : undefined;
    const name = page ?? (reference.startsWith("clawhub:") ? reference.slice("clawhub:".length) : "");
    const [wanted = "", version] = name.split("@");
    const isVersion = version === undefined || /^[\w.+-]{1,64}$/.test(version);
    return slugPattern.test(wanted) && isVersion ? { slug: wanted, version } : undefined;
  };
  const toRemote = (skill: Listed): RemoteSkill => ({
    reference: `clawhub:${skill.slug}`,
    source: "clawhub",
    name: skill.slug,
    description: skill.summary ?? skill.displayName ?? "",
    trust: "community",
    version: skill.version ?? undefined,
    url: `${addresses.clawhub}/skills/${skill.slug}`,
  });
  return {
    id: "clawhub",
    title: "ClawHub",
    claims: (reference) => parse(reference) !== undefined,
    async browse({ limit, cursor, signal }) {
      const query = new URLSearchParams({ limit: String(Math.min(limit, 200)), sort: "downloads" });
      if (cursor !== undefined) query.set("cursor", cursor);
      const { items, nextCursor } = await client.json(`${api}/skills?${query}`, listAnswer, { signal });
      const skills = items.map((item) => toRemote({ ...item, version: item.latestVersion?.version }));
      return { skills, cursor: nextCursor === "" ? undefined : (nextCursor ?? undefined) };
    },
    async search(words, { limit, signal }) {
      const query = new URLSearchParams({ q: words, limit: String(limit), nonSuspiciousOnly: "true" });
      const { results } = await client.json(`${api}/search?${query}`, searchAnswer, { signal });
      return { skills: results.slice(0, limit).map(toRemote) };
    },
    async fetch(reference, { signal }) {
      const wanted = parse(reference);
      if (wanted === undefined) throw hubError("HUB_NOT_FOUND", `"${reference}" names nothing on ClawHub.`);
      const path = `${api}/skills/${encodeURIComponent(wanted.slug)}`;
      const { skill, latestVersion, owner, moderation } = await client.json(path, skillAnswer, { signal });
      if (moderation?.isMalwareBlocked === true)
        throw hubError(
          "HUB_REFUSED",
          `ClawHub has blocked "${skill.slug}" as malware. ${moderation.summary ?? ""}`.trim(),
        );
      const version = wanted.version ?? latestVersion?.version;
      const query = new URLSearchParams({ slug: skill.slug, ...(version !== undefined && { version }) });
      const bytes = await client.bytes(`${api}/download?${query}`, { signal, maxBytes: maxPackageBytes });
      const files = await unzipSkill(bytes, { name: skill.slug, signal });
      const remote = toRemote({ ...skill, version });
      const handle = owner?.handle ?? undefined;
      return {
        remote: {
          ...remote,
          ...(wanted.version !== undefined && { reference: `clawhub:${skill.slug}@${wanted.version}` }),
          ...(handle !== undefined && {
            url: `${addresses.clawhub}/${encodeURIComponent(handle)}/${skill.slug}`,
          }),
        },
        // What the registry adds says when it was fetched, which would make every copy another one.
        files: { ...files, files: files.files.filter((file) => file.path !== "_meta.json") },
        revision: version ?? `sha256:${digestOf(bytes)}`,
      };
    },
    pin: (reference, revision) =>
      revision.startsWith("sha256:") ? reference : `${reference.replace(/@.*$/, "")}@${revision}`,
  };
}

interface Listed {
  readonly slug: string;
  readonly displayName?: string | null | undefined;
  readonly summary?: string | null | undefined;
  readonly version?: string | null | undefined;
}

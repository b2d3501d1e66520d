import { nearest } from "@hermes/registry";
import { parseSkill } from "@hermes/skills/format";
import { maxPackageBytes } from "../fetch/size-limits.ts";
import { isZip, unzipSkill } from "../fetch/unzip-skill.ts";
import { hubError } from "../hub-error.ts";
import { listPlaces } from "../list-places.ts";
import { contentHash, digestOf } from "../package/content-hash.ts";
import { fetchSiteSkill } from "../site/fetch-site-skill.ts";
import { readSiteIndex, siteIndexSchema } from "../site/site-index.ts";
import type { SiteIndex, SiteSkill } from "../site/site-index.ts";
import { originOf, parseSiteReference } from "../site/site-reference.ts";
import type { SourceContext } from "../source-context.ts";
import type { FetchedSkill, RemoteSkill, SkillSource } from "../skill-source.ts";

/** Skills that sites offer at `/.well-known`, and any SKILL.md or ZIP by its address. */
export function createWellKnownSource({ http, hosts, cache }: SourceContext): SkillSource {
  const known = hosts.flatMap((host) => originOf(host) ?? []);
  const parse = (reference: string) => parseSiteReference(reference, known);

  const listSite = async (origin: string, signal: AbortSignal) => {
    const load = async (): Promise<SiteIndex> =>
      await readSiteIndex(http(hostOf(origin)), origin, { signal });
    const { value, note } = await cache.get(`well-known ${origin}`, siteIndexSchema, load);
    return { skills: value.skills.map((skill) => toRemote(origin, skill)), note };
  };

  const fetchFile = async (url: string, signal: AbortSignal): Promise<FetchedSkill> => {
    const bytes = await http(hostOf(url)).bytes(url, { signal, maxBytes: maxPackageBytes });
    const last = decodeURIComponent(
      new URL(url).pathname.split("/").findLast((part) => part !== "") ?? "skill",
    );
    const stem = last.replace(/\.(?:zip|md)$/i, "");
    const remote = {
      reference: url,
      source: "well-known",
      name: stem,
      description: "",
      trust: "community",
      url,
    } as const;
    const revision = `sha256:${digestOf(bytes)}`;
    if (isZip(bytes)) return { remote, files: await unzipSkill(bytes, { name: stem, signal }), revision };
    const { problems, fields } = parseSkill(new TextDecoder().decode(bytes.slice(0, 100_000)));
    if (problems.length > 0 || fields.name === undefined)
      throw hubError("HUB_BAD_ANSWER", `${url} is neither a SKILL.md nor a ZIP.`, {
        hint: "Give the address of the file itself, not of a page about it.",
      });
    return { remote, files: { name: fields.name, files: [{ path: "SKILL.md", content: bytes }] }, revision };
  };

  return {
    id: "well-known",
    title: "Sites",
    claims: (reference) => parse(reference) !== undefined,
    ...listPlaces({ places: () => known, list: listSite }),
    async fetch(reference, { signal }) {
      const wanted = parse(reference);
      if (wanted === undefined) throw hubError("HUB_NOT_FOUND", `"${reference}" is no address of a skill.`);
      if (wanted.kind === "file") return await fetchFile(wanted.url, signal);
      const client = http(hostOf(wanted.origin));
      const index = await readSiteIndex(client, wanted.origin, { signal });
      const skill = pickSkill(index, wanted);
      const files = await fetchSiteSkill(client, index, skill, { signal });
      return { remote: toRemote(wanted.origin, skill), files, revision: contentHash(files.files) };
    },
  };
}

function toRemote(origin: string, { name, description }: SiteSkill): RemoteSkill {
  const reference = `well-known:${origin}/${name}`;
  return { reference, source: "well-known", name, description, trust: "community", url: origin };
}

function pickSkill(
  { skills }: SiteIndex,
  { origin, name }: { readonly origin: string; readonly name: string | undefined },
): SiteSkill {
  const skill = name === undefined ? only(skills) : skills.find((other) => other.name === name);
  if (skill !== undefined) return skill;
  const names = skills.map((other) => other.name);
  const near = name === undefined ? undefined : nearest(name, names);
  throw hubError(
    "HUB_NOT_FOUND",
    `${origin} offers no ${name === undefined ? "one skill" : `skill "${name}"`}.`,
    {
      hint:
        near === undefined
          ? `It offers: ${names.slice(0, 12).join(", ")}.`
          : `Did you mean well-known:${origin}/${near}?`,
    },
  );
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

function hostOf(url: string): string {
  return new URL(url).host;
}

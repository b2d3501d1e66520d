import type { SkillTrust } from "@hermes/scanner";
import { bestMatches } from "@hermes/skills";
import type { HubHttp } from "./fetch/hub-http.ts";
import type { IndexCache } from "./fetch/index-cache.ts";
import type { Github } from "./github/github-api.ts";
import type { HubAddresses } from "./skill-hub-options.ts";
import type { Tap } from "./skill-hub.ts";
import type { RemoteSkill, SkillSource, SourcePage, SourceRequest } from "./skill-source.ts";

/** What sources are made with. */
export interface SourceContext {
  readonly addresses: HubAddresses;
  /** @param service For people: `ClawHub`. */
  http(service: string): HubHttp;
  readonly github: Github;
  readonly cache: IndexCache;
  readonly taps: () => readonly Tap[];
  readonly officialFolder: string | undefined;
  readonly hosts: readonly string[];
  readonly marketplaces: readonly string[];
}

export type CreateSource = (context: SourceContext) => SkillSource;

/** Repositories whose owners are trusted. Whatever a person adds is untrusted. */
const trustedRepos: ReadonlySet<string> = new Set(["openai/skills", "anthropics/skills"]);

/**
 * A named revision is nobody's word: GitHub also gives commits of forks and of pull requests under a repository's name.
 *
 * @param ref Undefined for the default branch.
 */
export function trustOfRepo(repo: string, ref: string | undefined): SkillTrust {
  return ref === undefined && trustedRepos.has(repo.toLowerCase()) ? "trusted" : "community";
}

/** A page of a list that is wholly there; its cursor is a place in the list. */
export function pageOf(
  skills: readonly RemoteSkill[],
  { limit, cursor }: Pick<SourceRequest, "limit"> & { readonly cursor?: string | undefined },
  note?: string,
): SourcePage {
  const from = Math.max(0, Number.parseInt(cursor ?? "0", 10) || 0);
  const to = from + limit;
  return {
    skills: skills.slice(from, to),
    ...(to < skills.length && { cursor: String(to) }),
    ...(note !== undefined && { note }),
  };
}

export function matchesOf(
  skills: readonly RemoteSkill[],
  query: string,
  limit: number,
): readonly RemoteSkill[] {
  const look = ({ name, description, tags = [], reference }: RemoteSkill) => ({
    name,
    description,
    labels: [...tags, reference],
  });
  return bestMatches(skills, query, look).slice(0, limit);
}

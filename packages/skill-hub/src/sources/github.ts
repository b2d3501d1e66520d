import { z } from "zod";
import { hubError, isOutOfReach } from "../hub-error.ts";
import { parseRepoReference, formatRepoReference } from "../github/repo-reference.ts";
import { describeSkills, fetchFolder, findSkillFolder, repoSkillSchema } from "../github/repo-skills.ts";
import type { RepoSkill } from "../github/repo-skills.ts";
import { listPlaces } from "../list-places.ts";
import type { MissingPlace } from "../list-places.ts";
import { trustOfRepo } from "../source-context.ts";
import type { SourceContext } from "../source-context.ts";
import type { Tap } from "../skill-hub.ts";
import type { RemoteSkill, SkillSource } from "../skill-source.ts";

const tapIndex = z.object({ commit: z.string(), skills: z.array(repoSkillSchema) });

/**
 * Repositories on GitHub: those that are taps are listed, any other is taken by its name.
 *
 * @see https://docs.github.com/rest/git/trees
 */
export function createGithubSource(context: SourceContext): SkillSource {
  const { github, addresses, cache, taps } = context;
  const parse = (text: string) => parseRepoReference(text.replace(/^github:/, ""), addresses.githubSite);

  const listTap = async ({ repo, path }: Tap, signal: AbortSignal) => {
    const { value, note } = await cache.get(`github ${addresses.github} ${repo}`, tapIndex, async (old) => {
      const commit = await github.commit(repo, undefined, { signal });
      if (old?.commit === commit) return old;
      const tree = await github.tree(repo, commit, { signal });
      return { commit, skills: await describeSkills(github, tree, { known: old?.skills, signal }) };
    });
    const below = path === "" ? "" : `${path}/`;
    const skills = value.skills.filter((skill) => `${skill.path}/`.startsWith(below));
    return { skills: skills.map((skill) => toRemote(repo, skill, addresses.githubSite)), note };
  };

  return {
    id: "github",
    title: "GitHub",
    claims: (reference) => parse(reference) !== undefined,
    ...listPlaces({ places: taps, list: listTap, tellMissing: missingTaps }),
    async fetch(reference, { signal }) {
      const wanted = parse(reference);
      if (wanted === undefined) throw hubError("HUB_NOT_FOUND", `"${reference}" names nothing on GitHub.`);
      const commit = await github.commit(wanted.repo, wanted.ref, { signal });
      const tree = await github.tree(wanted.repo, commit, { signal });
      const path = findSkillFolder(tree, wanted.path);
      const name = path.split("/").at(-1) || (wanted.repo.split("/")[1] ?? wanted.repo);
      const files = await fetchFolder(github, tree, { path, name, signal });
      return {
        remote: {
          reference: `github:${formatRepoReference({ ...wanted, path })}`,
          source: "github",
          name,
          description: "",
          trust: trustOfRepo(wanted.repo, wanted.ref),
          url: `${addresses.githubSite}/${wanted.repo}/tree/${commit}/${path}`,
        },
        files,
        revision: commit,
      };
    },
    pin: (reference, revision) => `${reference.replace(/@[^@/]*$/, "")}@${revision}`,
  };
}

function toRemote(
  repo: string,
  { path, name, description, tags, version }: RepoSkill,
  site: string,
): RemoteSkill {
  return {
    reference: `github:${formatRepoReference({ repo, path, ref: undefined })}`,
    source: "github",
    name,
    description,
    trust: trustOfRepo(repo, undefined),
    version,
    url: `${site}/${repo}/tree/HEAD/${path}`,
    tags,
  };
}

/** Taps that can't be reached fail alike; what only one of them has is said in its place. */
function missingTaps(missing: readonly MissingPlace<Tap>[]): readonly string[] {
  const { error } = missing.find((tap) => isOutOfReach(tap.error)) ?? missing[0] ?? { error: undefined };
  return [`Not listed: ${missing.map(({ place }) => place.repo).join(", ")}. ${messageOf(error)}`];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { z } from "zod";
import { hubError, isOutOfReach } from "../hub-error.ts";
import { parseRepoReference, formatRepoReference } from "../github/repo-reference.ts";
import { describeSkills, fetchFolder, findSkillFolder, repoSkillSchema } from "../github/repo-skills.ts";
import type { RepoSkill } from "../github/repo-skills.ts";
import { matchesOf, pageOf, trustOfRepo } from "../source-context.ts";
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

  /** A tap that can't be reached does not take the others along, unless there are no others. */
  const listAll = async (
    signal: AbortSignal,
  ): Promise<{ skills: RemoteSkill[]; note: string | undefined }> => {
    const wanted = taps();
    const results = await Promise.allSettled(wanted.map(async (tap) => await listTap(tap, signal)));
    signal.throwIfAborted();
    const found = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const failures = results.flatMap((result, index) =>
      result.status === "rejected"
        ? [{ tap: wanted[index]?.repo ?? "", error: result.reason as unknown }]
        : [],
    );
    const [first] = failures;
    if (found.length === 0 && first !== undefined) throw first.error;
    const unreachable = failures.find(({ error }) => isOutOfReach(error)) ?? first;
    const missing =
      unreachable === undefined
        ? []
        : [`Not listed: ${failures.map(({ tap }) => tap).join(", ")}. ${messageOf(unreachable.error)}`];
    const notes = [...new Set([...found.flatMap(({ note }) => note ?? []), ...missing])];
    return {
      skills: found.flatMap(({ skills }) => skills),
      note: notes.length === 0 ? undefined : notes.join(" "),
    };
  };

  return {
    id: "github",
    title: "GitHub",
    claims: (reference) => parse(reference) !== undefined,
    async browse({ limit, cursor, signal }) {
      const { skills, note } = await listAll(signal);
      return pageOf(skills, { limit, cursor }, note);
    },
    async search(query, { limit, signal }) {
      const { skills, note } = await listAll(signal);
      return { skills: matchesOf(skills, query, limit), note };
    },
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

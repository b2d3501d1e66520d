import { nearest } from "@hermes/registry";
import { z } from "zod";
import type { Github, RepoTree } from "../github/github-api.ts";
import { describeSkills, fetchFolder, repoSkillSchema } from "../github/repo-skills.ts";
import { hubError } from "../hub-error.ts";
import { listPlaces } from "../list-places.ts";
import { placeOfPlugin, pluginFolders, readMarketplace } from "../github/plugin-marketplace.ts";
import type { Plugin } from "../github/plugin-marketplace.ts";
import { trustOfRepo } from "../source-context.ts";
import type { SourceContext } from "../source-context.ts";
import type { RemoteSkill, SkillSource } from "../skill-source.ts";

const pluginSkill = z.intersection(repoSkillSchema, z.object({ plugin: z.string() }));
const index = z.object({
  commit: z.string(),
  /** Of plugins in the marketplace's own repository. */
  skills: z.array(pluginSkill),
  /** Plugins elsewhere, which are looked into when one is wanted. */
  others: z.array(z.object({ name: z.string(), description: z.string(), tags: z.array(z.string()) })),
});

interface Wanted {
  /** The marketplace, `owner/name`. */
  readonly repo: string;
  readonly plugin: string;
  /** Undefined: the only one of the plugin. */
  readonly skill: string | undefined;
}

/**
 * Marketplaces for Claude Code: repositories whose `.claude-plugin/marketplace.json` lists plugins. Their skills are taken, and
 * nothing else of them: no hooks, commands or servers.
 *
 * @see https://code.claude.com/docs/en/plugin-marketplaces
 */
export function createClaudeMarketplaceSource(context: SourceContext): SkillSource {
  const { github, addresses, marketplaces } = context;

  return {
    id: "claude-marketplace",
    title: "Claude marketplaces",
    claims: (reference) => parse(reference) !== undefined,
    ...listPlaces({
      places: () => marketplaces,
      list: async (repo, signal) => await listMarketplace(context, repo, signal),
    }),
    async fetch(reference, { signal }) {
      const wanted = parse(reference);
      if (wanted === undefined)
        throw hubError("HUB_NOT_FOUND", `"${reference}" names no plugin of a marketplace.`);
      const market = await openTree(github, { repo: wanted.repo, signal });
      const plugin = pickPlugin(await readMarketplace(github, market, { signal }), wanted);
      const place = placeOfPlugin(plugin, wanted.repo);
      const isInside = place.repo === wanted.repo;
      const tree = isInside ? market : await openTree(github, { ...place, signal });
      const path = pickFolder(pluginFolders(tree, plugin), wanted);
      const name = path.split("/").at(-1) || plugin.name;
      return {
        remote: {
          reference: `claude-marketplace:${wanted.repo}/${plugin.name}/${name}`,
          source: "claude-marketplace",
          name,
          description: plugin.description,
          trust: isInside ? trustOfRepo(wanted.repo, undefined) : "community",
          url: `${addresses.githubSite}/${place.repo}/tree/${tree.commit}/${path}`,
        },
        files: await fetchFolder(github, tree, { path, name, signal }),
        revision: tree.commit,
      };
    },
  };
}

/** The skills of plugins in the marketplace's own repository, and plugins elsewhere by their name. */
async function listMarketplace(
  { github, cache, addresses }: SourceContext,
  repo: string,
  signal: AbortSignal,
): Promise<{ readonly skills: readonly RemoteSkill[]; readonly note: string | undefined }> {
  const { value, note } = await cache.get(
    `claude-marketplace ${addresses.github} ${repo}`,
    index,
    async (old) => {
      const tree = await openTree(github, { repo, signal });
      if (old?.commit === tree.commit) return old;
      const plugins = await readMarketplace(github, tree, { signal });
      const inside = plugins.filter((plugin) => placeOfPlugin(plugin, repo).repo === repo);
      const described = await describeSkills(github, tree, { known: old?.skills, signal });
      const skills = inside.flatMap((plugin) => {
        const folders = pluginFolders(tree, plugin);
        return described
          .filter(({ path }) => folders.includes(path))
          .map((skill) => ({ ...skill, plugin: plugin.name }));
      });
      const others = plugins
        .filter((plugin) => !inside.includes(plugin))
        .map(({ name, description, tags }) => ({ name, description, tags: [...tags] }));
      return { commit: tree.commit, skills, others };
    },
  );
  const trust = trustOfRepo(repo, undefined);
  const skills: RemoteSkill[] = value.skills.map(({ plugin, path, name, description, tags, version }) => ({
    reference: `claude-marketplace:${repo}/${plugin}/${path.split("/").at(-1) ?? name}`,
    source: "claude-marketplace",
    name,
    description,
    trust,
    version,
    url: `${addresses.githubSite}/${repo}/tree/HEAD/${path}`,
    tags: [...tags, plugin],
  }));
  const others = value.others.map(({ name, description, tags }): RemoteSkill => {
    const reference = `claude-marketplace:${repo}/${name}`;
    return { reference, source: "claude-marketplace", name, description, trust: "community", tags };
  });
  return { skills: [...skills, ...others], note };
}

async function openTree(
  github: Github,
  {
    repo,
    ref,
    signal,
  }: { readonly repo: string; readonly ref?: string | undefined; readonly signal: AbortSignal },
): Promise<RepoTree> {
  return await github.tree(repo, await github.commit(repo, ref, { signal }), { signal });
}

function parse(reference: string): Wanted | undefined {
  const match =
    /^claude-marketplace:([A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+)\/([A-Za-z0-9][\w.-]*)(?:\/([A-Za-z0-9][\w.-]*))?$/.exec(
      reference,
    );
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { repo: match[1], plugin: match[2], skill: match[3] };
}

function pickPlugin(plugins: readonly Plugin[], { repo, plugin: name }: Wanted): Plugin {
  const plugin = plugins.find((other) => other.name === name);
  if (plugin !== undefined) return plugin;
  const near = nearest(
    name,
    plugins.map((other) => other.name),
  );
  throw hubError("HUB_NOT_FOUND", `The marketplace ${repo} has no plugin "${name}".`, {
    hint: near === undefined ? undefined : `Did you mean claude-marketplace:${repo}/${near}?`,
  });
}

function pickFolder(folders: readonly string[], { repo, plugin, skill }: Wanted): string {
  const named = skill === undefined ? folders : folders.filter((path) => path.split("/").at(-1) === skill);
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  if (folders.length === 0)
    throw hubError("HUB_NOT_FOUND", `The plugin "${plugin}" of ${repo} has no skills.`);
  throw hubError(
    "HUB_NOT_FOUND",
    `The plugin "${plugin}" of ${repo} has no ${skill === undefined ? "one skill" : `skill "${skill}"`}.`,
    {
      hint: `Name one of: ${folders
        .map((path) => `claude-marketplace:${repo}/${plugin}/${path.split("/").at(-1) ?? ""}`)
        .slice(0, 12)
        .join(", ")}.`,
    },
  );
}

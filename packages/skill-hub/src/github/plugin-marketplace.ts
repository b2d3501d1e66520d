import { z } from "zod";
import { codeOf, hubError } from "../hub-error.ts";
import { whyNoPath } from "@hermes/skills/hub-lock";
import type { Github, RepoTree } from "./github-api.ts";
import { skillFoldersOf } from "./repo-skills.ts";

const name = z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/);
const paths = z.union([z.string(), z.array(z.string())]).optional();
const remote = z.looseObject({
  source: z.string(),
  repo: z.string().optional(),
  url: z.string().optional(),
  path: z.string().optional(),
  ref: z.string().optional(),
  sha: z.string().optional(),
});
const marketplace = z.looseObject({
  metadata: z.looseObject({ pluginRoot: z.string().optional() }).optional(),
  plugins: z.array(
    z.looseObject({
      name: z.string(),
      description: z.string().optional(),
      source: z.union([z.string(), remote]),
      skills: paths,
      keywords: z.array(z.string()).optional(),
      category: z.string().optional(),
    }),
  ),
});

/** A plugin of a marketplace whose files can be had from GitHub. */
export interface Plugin {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Undefined: in the repository of the marketplace. */
  readonly repo: string | undefined;
  readonly ref: string | undefined;
  /** Its folder in the repository. */
  readonly folder: string;
  /** Folders of skills that it names, relative to its own. */
  readonly skills: readonly string[];
}

/** @throws {HermesError} `HUB_NOT_FOUND` for a repository without a marketplace, `HUB_BAD_ANSWER` */
export async function readMarketplace(
  github: Github,
  tree: RepoTree,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly Plugin[]> {
  const file = tree.files.find(({ path }) => path === ".claude-plugin/marketplace.json");
  if (file === undefined || file.kind !== "file")
    throw hubError(
      "HUB_NOT_FOUND",
      `${tree.repo} is no marketplace: it has no .claude-plugin/marketplace.json.`,
    );
  const text = new TextDecoder().decode(await github.file(tree, file, { signal }));
  try {
    const { plugins, metadata } = marketplace.parse(JSON.parse(text));
    return plugins.flatMap((plugin) => toPlugin(plugin, metadata?.pluginRoot ?? ""));
  } catch (error) {
    if (codeOf(error) !== undefined) throw error;
    throw hubError("HUB_BAD_ANSWER", `The marketplace of ${tree.repo} can't be understood.`, {
      cause: error,
    });
  }
}

/** Where a plugin's files are. */
export function placeOfPlugin(
  { repo, ref }: Plugin,
  marketplaceRepo: string,
): { readonly repo: string; readonly ref: string | undefined } {
  return { repo: repo ?? marketplaceRepo, ref };
}

/** The folders of a plugin's skills: those that it names, and those below its `skills`. */
export function pluginFolders(tree: RepoTree, plugin: Plugin): readonly string[] {
  const all = skillFoldersOf(tree).map(({ path }) => path);
  const named = plugin.skills.map((path) => joinPath(plugin.folder, path));
  // A plugin that names its skills shares the repository with others.
  const roots = named.length > 0 ? named : [joinPath(plugin.folder, "skills")];
  const below = all.filter((path) => roots.some((root) => path === root || path.startsWith(`${root}/`)));
  return below.length === 0 && all.includes(plugin.folder) ? [plugin.folder] : below;
}

/** A plugin that lies elsewhere than on GitHub, or has a path that leads out, is left out. */
function toPlugin(plugin: z.infer<typeof marketplace>["plugins"][number], root: string): Plugin[] {
  if (!name.safeParse(plugin.name).success) return [];
  const skills = typeof plugin.skills === "string" ? [plugin.skills] : (plugin.skills ?? []);
  const place =
    typeof plugin.source === "string" ? ownPlace(plugin.source, root) : remotePlace(plugin.source);
  const folder = place === undefined ? undefined : cleanPath(place.folder);
  const clean = skills.map(cleanPath);
  if (place === undefined || folder === undefined || clean.includes(undefined)) return [];
  return [
    {
      name: plugin.name,
      description: plugin.description ?? "",
      tags: [...(plugin.keywords ?? []), ...(plugin.category === undefined ? [] : [plugin.category])],
      repo: place.repo,
      ref: place.ref,
      folder,
      skills: clean.filter((path) => path !== undefined),
    },
  ];
}

interface Place {
  readonly repo: string | undefined;
  readonly ref: string | undefined;
  readonly folder: string;
}

function ownPlace(source: string, root: string): Place {
  return {
    repo: undefined,
    ref: undefined,
    folder: source.startsWith("./") ? source : joinPath(root, source),
  };
}

function remotePlace({ repo, url, path = "", ref, sha }: z.infer<typeof remote>): Place | undefined {
  const named =
    repo ?? /^(?:https:\/\/github\.com\/|git@github\.com:)([^/]+\/[^/]+?)(?:\.git)?\/?$/.exec(url ?? "")?.[1];
  if (named === undefined || !/^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/.test(named)) return undefined;
  return { repo: named, ref: sha ?? ref, folder: path };
}

/** Without `./` and slashes at the ends; undefined for a path that leads out. */
function cleanPath(path: string): string | undefined {
  const clean = path.replace(/^(?:\.?\/)+|\/+$/g, "").replace(/^\.$/, "");
  return clean === "" || whyNoPath(clean) === undefined ? clean : undefined;
}

function joinPath(folder: string, path: string): string {
  return [folder, path].filter((part) => part !== "").join("/");
}

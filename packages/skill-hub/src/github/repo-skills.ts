import { nearest } from "@hermes/registry";
import { z } from "zod";
import { parseSkill } from "@hermes/skills/format";
import type { PackageFile, PackageLink, SkillPackage } from "@hermes/scanner";
import { inParallel } from "../fetch/in-parallel.ts";
import { isOutOfReach, codeOf, hubError } from "../hub-error.ts";
import { checkSizes } from "../package/check-package.ts";
import type { Github, RepoFile, RepoTree } from "./github-api.ts";

export interface RepoSkill {
  /** The folder in the repository; empty for the repository itself. */
  readonly path: string;
  /** Of its SKILL.md; empty where that could not be had. */
  readonly sha: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly version?: string | undefined;
}

export const repoSkillSchema: z.ZodType<RepoSkill> = z.object({
  path: z.string(),
  sha: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  version: z.string().optional(),
});

/** More than these are not looked into for their descriptions. */
const maxDescribed = 400;

/** Folders with a SKILL.md, by path. A skill inside of another is that one's own matter. */
export function skillFoldersOf(
  { files }: RepoTree,
  below: string = "",
): readonly { readonly path: string; readonly file: RepoFile }[] {
  const prefix = below === "" ? "" : `${below}/`;
  const found = files
    .filter(
      ({ path, kind }) => kind === "file" && /(?:^|\/)SKILL\.md$/i.test(path) && path.startsWith(prefix),
    )
    .map((file) => ({ path: file.path.replace(/\/?[^/]*$/, ""), file }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return found.filter(
    ({ path }) =>
      !found.some((other) => other.path !== path && other.path !== "" && path.startsWith(`${other.path}/`)),
  );
}

/**
 * Names and descriptions of skills. What did not change since the last time is not asked for again; what can't be had now is
 * listed by its folder's name.
 */
export async function describeSkills(
  github: Github,
  tree: RepoTree,
  options: {
    readonly below?: string | undefined;
    readonly known?: readonly RepoSkill[] | undefined;
    readonly signal: AbortSignal;
  },
): Promise<RepoSkill[]> {
  const known = new Map((options.known ?? []).map((skill) => [skill.sha, skill]));
  const folders = skillFoldersOf(tree, options.below).slice(0, maxDescribed);
  return await inParallel(folders, async ({ path, file }) => {
    const before = known.get(file.sha);
    return before === undefined
      ? await describe(github, tree, { path, file, signal: options.signal })
      : { ...before, path };
  });
}

async function describe(
  github: Github,
  tree: RepoTree,
  { path, file, signal }: { readonly path: string; readonly file: RepoFile; readonly signal: AbortSignal },
): Promise<RepoSkill> {
  const name = path.split("/").at(-1) || (tree.repo.split("/")[1] ?? tree.repo);
  try {
    const { fields } = parseSkill(new TextDecoder().decode(await github.file(tree, file, { signal })));
    return {
      path,
      sha: file.sha,
      name: fields.name ?? name,
      description: fields.description,
      tags: [...fields.tags],
      ...(fields.version !== undefined && { version: fields.version }),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (codeOf(error) === undefined || isOutOfReach(error)) throw error;
    // One file that can't be had does not take the list along. An empty digest makes the next listing ask again.
    return { path, sha: "", name, description: "", tags: [] };
  }
}

/**
 * The folder that somebody means: by its path, or by its end where only one ends so; the only skill for the whole repository.
 *
 * @throws {HermesError} `HUB_NOT_FOUND`
 */
export function findSkillFolder(tree: RepoTree, path: string): string {
  const paths = skillFoldersOf(tree).map((folder) => folder.path);
  if (paths.includes(path)) return path;
  const ends = path === "" ? paths : paths.filter((other) => other.endsWith(`/${path}`));
  if (ends.length === 1 && ends[0] !== undefined) return ends[0];
  const near = nearest(path, paths);
  const some = ends.length > 1 ? ends : paths;
  throw hubError("HUB_NOT_FOUND", `${tree.repo} has no ${path === "" ? "one skill" : `skill "${path}"`}.`, {
    hint:
      near !== undefined && ends.length === 0
        ? `Did you mean ${tree.repo}/${near}?`
        : some.length === 0
          ? "It has no SKILL.md at all."
          : `It has: ${some.slice(0, 12).join(", ")}${some.length > 12 ? ", …" : ""}.`,
  });
}

/** All files of a folder, in memory. @throws {HermesError} `HUB_TOO_LARGE`, `HUB_BAD_ANSWER` */
export async function fetchFolder(
  github: Github,
  tree: RepoTree,
  { path, name, signal }: { readonly path: string; readonly name: string; readonly signal: AbortSignal },
): Promise<SkillPackage> {
  const prefix = path === "" ? "" : `${path}/`;
  const inside = tree.files.filter((file) => file.path.startsWith(prefix));
  const files = inside.filter(({ kind }) => kind === "file");
  checkSizes(files.map((file) => ({ path: file.path.slice(prefix.length), bytes: file.size })));
  const symlinks = inside
    .filter(({ kind }) => kind !== "file")
    .map((file): PackageLink => ({ path: file.path.slice(prefix.length), target: "another place" }));
  // A package that will be refused is not fetched.
  if (symlinks.length > 0) return { name, files: [], symlinks };
  const contents = await inParallel(files, async (file): Promise<PackageFile> => {
    return { path: file.path.slice(prefix.length), content: await github.file(tree, file, { signal }) };
  });
  return { name, files: contents };
}

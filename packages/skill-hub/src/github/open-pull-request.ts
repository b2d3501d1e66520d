import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { PackageFile } from "@hermes/scanner";
import { inParallel } from "../fetch/in-parallel.ts";
import { codeOf, hubError } from "../hub-error.ts";
import { bytesOf } from "../package/check-package.ts";
import type { Github } from "./github-api.ts";

export interface SkillOffer {
  /** `owner/name`. */
  readonly repo: string;
  /** The folder in the repository. */
  readonly root: string;
  readonly name: string;
  readonly description: string;
  readonly files: readonly PackageFile[];
  /** Of the contents: the same skill twice is one branch. */
  readonly hash: string;
  readonly signal: AbortSignal;
}

const repoAnswer = z.object({
  full_name: z.string(),
  default_branch: z.string(),
  permissions: z.object({ push: z.boolean().optional() }).optional(),
});
const forkAnswer = z.object({ full_name: z.string() });
const refAnswer = z.object({ object: z.object({ sha: z.string() }) });
const shaAnswer = z.object({ sha: z.string() });
const pullAnswer = z.object({ html_url: z.url() });

/**
 * Commits a skill to a branch, in the repository or in a fork of it, and opens a pull request. Nothing of the default branch
 * changes.
 *
 * @returns The address of the pull request.
 */
export async function openPullRequest(github: Github, offer: SkillOffer): Promise<string> {
  const { repo, name, signal } = offer;
  const target = await github.call(`/repos/${repo}`, repoAnswer, { signal });
  const head = target.permissions?.push === true ? repo : await forkOf(github, repo, signal);
  const branchPath = `/git/ref/heads/${encodeURIComponent(target.default_branch)}`;
  const base = (await github.call(`/repos/${repo}${branchPath}`, refAnswer, { signal })).object.sha;
  const commit = await commitFiles(github, head, { ...offer, base });
  const branch = `hermes-skill-${name}-${offer.hash.slice(-8)}`;
  await setBranch(github, head, { branch, commit, signal });
  const { html_url: address } = await github.call(`/repos/${repo}/pulls`, pullAnswer, {
    signal,
    method: "POST",
    json: {
      title: `Add the skill ${name}`,
      head: `${head.split("/")[0] ?? ""}:${branch}`,
      base: target.default_branch,
      body: `${offer.description}\n\n${offer.files.length} files in \`${offer.root}\`, ${offer.hash}.`,
    },
  });
  return address;
}

/** A fork is made in the background: it is there when it names a branch. */
async function forkOf(github: Github, repo: string, signal: AbortSignal): Promise<string> {
  const request = { signal, method: "POST", json: { default_branch_only: true } };
  const { full_name: fork } = await github.call(`/repos/${repo}/forks`, forkAnswer, request);
  for (let attempt = 0; attempt < 15; attempt++) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- asked again until it is there
      await github.call(`/repos/${fork}/git/matching-refs/heads/`, z.array(z.unknown()).min(1), { signal });
      return fork;
    } catch (error) {
      if (!["HUB_NOT_FOUND", "HUB_BAD_ANSWER"].includes(codeOf(error) ?? "")) throw error;
      // oxlint-disable-next-line no-await-in-loop
      await wait(200 * (attempt + 1), undefined, { signal });
    }
  }
  throw hubError("HUB_OFFLINE", `GitHub has not made the fork ${fork} yet.`, {
    hint: "Try again in a minute.",
  });
}

async function commitFiles(
  github: Github,
  head: string,
  offer: SkillOffer & { readonly base: string },
): Promise<string> {
  const { files, root, name, base, signal } = offer;
  const post = { signal, method: "POST" };
  const blobs = await inParallel(files, async (file) => {
    const json = { content: Buffer.from(bytesOf(file)).toString("base64"), encoding: "base64" };
    const { sha } = await github.call(`/repos/${head}/git/blobs`, shaAnswer, { ...post, json });
    return { path: `${root}/${file.path}`, mode: "100644", type: "blob", sha };
  });
  const tree = await github.call(`/repos/${head}/git/trees`, shaAnswer, {
    ...post,
    json: { base_tree: base, tree: blobs },
  });
  const message = `Add the skill ${name}`;
  const commit = { message, tree: tree.sha, parents: [base] };
  return (await github.call(`/repos/${head}/git/commits`, shaAnswer, { ...post, json: commit })).sha;
}

/** A branch that is there from an attempt before is moved. */
async function setBranch(
  github: Github,
  head: string,
  {
    branch,
    commit,
    signal,
  }: { readonly branch: string; readonly commit: string; readonly signal: AbortSignal },
): Promise<void> {
  try {
    const json = { ref: `refs/heads/${branch}`, sha: commit };
    await github.call(`/repos/${head}/git/refs`, refAnswer, { signal, method: "POST", json });
  } catch (error) {
    if (codeOf(error) !== "HUB_BAD_ANSWER") throw error;
    const request = { signal, method: "PATCH", json: { sha: commit, force: true } };
    await github.call(`/repos/${head}/git/refs/heads/${branch}`, refAnswer, request);
  }
}

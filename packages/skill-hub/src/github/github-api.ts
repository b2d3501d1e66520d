import { createHash } from "node:crypto";
import { z } from "zod";
import { maxFileBytes } from "../fetch/size-limits.ts";
import type { HubHttp } from "../fetch/hub-http.ts";
import { codeOf, hubError } from "../hub-error.ts";

/** One file of a repository at a commit. */
export interface RepoFile {
  readonly path: string;
  /** Git's own digest of it. */
  readonly sha: string;
  readonly size: number;
  readonly kind: "file" | "link" | "repository";
}

export interface RepoTree {
  readonly repo: string;
  readonly commit: string;
  readonly files: readonly RepoFile[];
}

interface Signal {
  readonly signal: AbortSignal;
}

/** GitHub, as far as skills need it. */
export interface Github {
  /** The commit that a ref names; of the default branch without one. */
  commit(repo: string, ref: string | undefined, request: Signal): Promise<string>;
  /** Everything in a repository at a commit, with one request. */
  tree(repo: string, commit: string, request: Signal): Promise<RepoTree>;
  /** The bytes of a file, checked against git's digest. */
  file(tree: Pick<RepoTree, "repo" | "commit">, file: RepoFile, request: Signal): Promise<Uint8Array>;
  /** Any call of the API that needs an account. @throws {HermesError} `HUB_REFUSED` without a token. */
  call<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    request: Signal & { readonly method?: string | undefined; readonly json?: object | undefined },
  ): Promise<z.infer<Schema>>;
}

export interface GithubOptions {
  readonly http: HubHttp;
  /** Of the API, and of files for whoever has no token. */
  readonly api: string;
  readonly raw: string;
  readonly token: () => Promise<string | undefined>;
}

const treeSchema = z.object({
  truncated: z.boolean().optional(),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.string(),
      sha: z.string(),
      size: z.number().optional(),
    }),
  ),
});

export function createGithub({ http, api, raw, token }: GithubOptions): Github {
  const headers = async (accept: string): Promise<Record<string, string>> => {
    const key = await token();
    return {
      accept,
      "x-github-api-version": "2022-11-28",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
  };
  return {
    async commit(repo, ref, { signal }) {
      if (ref !== undefined && /^[0-9a-f]{40}$/.test(ref)) return ref;
      const url = `${api}/repos/${repo}/commits/${encodeURIComponent(ref ?? "HEAD")}`;
      const request = { signal, headers: await headers("application/vnd.github.sha"), maxBytes: 1_000 };
      const text = new TextDecoder().decode(await ofRepo(repo, () => http.bytes(url, request))).trim();
      if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text))
        throw hubError("HUB_BAD_ANSWER", `GitHub names no commit of ${repo}.`);
      return text;
    },
    async tree(repo, commit, { signal }) {
      const url = `${api}/repos/${repo}/git/trees/${commit}?recursive=1`;
      const request = { signal, headers: await headers("application/vnd.github+json") };
      const { truncated, tree } = await ofRepo(repo, () => http.json(url, treeSchema, request));
      if (truncated === true)
        throw hubError("HUB_TOO_LARGE", `${repo} holds more files than GitHub lists at once.`, {
          hint: "Take the skill from a smaller repository, or as a ZIP by its address.",
        });
      return { repo, commit, files: tree.filter(({ type }) => type !== "tree").map(toFile) };
    },
    async file({ repo, commit }, file, { signal }) {
      const key = await token();
      const path = file.path.split("/").map(encodeURIComponent).join("/");
      const url =
        key === undefined ? `${raw}/${repo}/${commit}/${path}` : `${api}/repos/${repo}/git/blobs/${file.sha}`;
      const accept = key === undefined ? {} : { headers: await headers("application/vnd.github.raw+json") };
      const bytes = await http.bytes(url, { signal, ...accept, maxBytes: maxFileBytes });
      if (gitDigest(bytes) === file.sha) return bytes;
      throw hubError(
        "HUB_BAD_ANSWER",
        `GitHub gave other bytes for ${repo}/${file.path} than its list names.`,
        {
          hint: "Try again.",
        },
      );
    },
    async call(path, schema, { signal, ...request }) {
      if ((await token()) === undefined)
        throw hubError("HUB_REFUSED", "GitHub wants to know who does this.", {
          hint: "Set GITHUB_TOKEN, or log in with gh auth login.",
        });
      return await http.json(`${api}${path}`, schema, {
        signal,
        ...request,
        headers: await headers("application/vnd.github+json"),
      });
    },
  };
}

function toFile({ path, mode, type, sha, size = 0 }: z.infer<typeof treeSchema>["tree"][number]): RepoFile {
  const kind = type === "commit" ? "repository" : mode === "120000" ? "link" : "file";
  return { path, sha, size, kind };
}

/** SHA-1 of a blob; repositories with SHA-256 have longer digests. */
function gitDigest(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.byteLength}\0`).update(bytes).digest("hex");
}

async function ofRepo<Value>(repo: string, ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    if (codeOf(error) !== "HUB_NOT_FOUND") throw error;
    throw hubError("HUB_NOT_FOUND", `GitHub has no repository ${repo}, or not this branch of it.`, {
      hint: "Check the name; a private one needs a GitHub token that may read it.",
      cause: error,
    });
  }
}

import { whyNoPath } from "@hermes/skills/hub-lock";

/** A folder of a repository. */
export interface RepoReference {
  /** `owner/name`. */
  readonly repo: string;
  /** Empty: the whole repository. */
  readonly path: string;
  /** A branch, tag or commit; undefined: the default branch. */
  readonly ref: string | undefined;
}

const pattern = /^([A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+)((?:\/[^@\s]+)?)(?:@([\w./-]{1,200}))?$/;

/**
 * Reads `owner/repo/path`, `owner/repo/path@ref`, and pages of the site: `https://github.com/owner/repo/tree/ref/path`, of which
 * the ref is one part (a branch with a slash in its name goes after `@`). Undefined for what is none of these.
 */
export function parseRepoReference(text: string, site: string): RepoReference | undefined {
  if (text.startsWith(`${site}/`)) return fromPage(text.slice(site.length + 1));
  const match = pattern.exec(text);
  if (match?.[1] === undefined) return undefined;
  return checked({ repo: match[1], path: trimPath(match[2] ?? ""), ref: match[3] });
}

function fromPage(page: string): RepoReference | undefined {
  const [owner, name, kind, ref, ...path] = (page.split(/[?#]/)[0] ?? "").split("/").map(decodePart);
  if (owner === undefined || name === undefined) return undefined;
  const repo = `${owner}/${name.replace(/\.git$/, "")}`;
  if (!/^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/.test(repo)) return undefined;
  if (kind === undefined || kind === "") return { repo, path: "", ref: undefined };
  if (!["tree", "blob"].includes(kind) || ref === undefined || !/^[\w.-]{1,200}$/.test(ref)) return undefined;
  return checked({ repo, path: trimPath(path.join("/")), ref: ref === "HEAD" ? undefined : ref });
}

export function formatRepoReference({ repo, path, ref }: RepoReference): string {
  return `${repo}${path === "" ? "" : `/${path}`}${ref === undefined ? "" : `@${ref}`}`;
}

function checked(reference: RepoReference): RepoReference | undefined {
  const isSafe = reference.path === "" || whyNoPath(reference.path) === undefined;
  return isSafe && reference.ref?.includes("..") !== true ? reference : undefined;
}

function trimPath(path: string): string {
  return path.replace(/^\/+|\/+$/g, "").replace(/(?:^|\/)SKILL\.md$/i, "");
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return part;
  }
}

import { createHash } from "node:crypto";
import { zipSync } from "fflate";
import type { Zippable } from "fflate";
import { bytes, json, startLoopback } from "./loopback.ts";
import type { Answer, Loopback, Request } from "./loopback.ts";

/** A file of a repository: its text, or where its link leads. */
export type FakeFile = string | { readonly link: string };
export type FakeFiles = Readonly<Record<string, FakeFile>>;

export interface FakeWorld {
  /** By `owner/name`, or `owner/name@ref`. */
  readonly repos: Record<string, FakeFiles>;
  /** By slug; a ZIP. */
  readonly clawhub: Record<string, FakeClaw>;
  readonly market: Record<string, Uint8Array>;
  readonly agents: Record<string, { readonly title: string; readonly role: string }>;
  /** Files of the site, by path. */
  readonly site: Record<string, string | Uint8Array>;
  /** Who may push to which repository, by token. */
  readonly pushers: Record<string, readonly string[]>;
}

interface FakeClaw {
  readonly version: string;
  readonly summary: string;
  readonly zip: Uint8Array;
  readonly malware?: boolean;
}

export interface FakeServices extends Loopback {
  readonly world: FakeWorld;
  readonly addresses: Record<
    "github" | "githubRaw" | "githubSite" | "clawhub" | "lobehub" | "lobehubAgents",
    string
  >;
}

/** All services behind one port: GitHub, ClawHub, LobeHub, and a site with skills. */
export async function startServices(given: Partial<FakeWorld> = {}): Promise<FakeServices> {
  const world: FakeWorld = {
    repos: {},
    clawhub: {},
    market: {},
    agents: {},
    site: {},
    pushers: {},
    ...given,
  };
  const blobs = new Map<string, string>();
  const loopback = await startLoopback((request) => {
    const [, service = "", ...rest] = request.path.split("/");
    const within = { ...request, path: `/${rest.join("/")}` };
    switch (service) {
      case "api":
        return github(world, within, blobs);
      case "raw":
        return raw(world, within);
      case "claw":
        return clawhub(world, within);
      case "market":
        return market(world, within);
      case "agents":
        return agents(world, within);
      default: {
        const file = world.site[request.path];
        return file === undefined ? undefined : bytes(file);
      }
    }
  });
  const at = (name: string): string => `${loopback.origin}/${name}`;
  return {
    ...loopback,
    world,
    addresses: {
      github: at("api"),
      githubRaw: at("raw"),
      githubSite: "https://github.com",
      clawhub: at("claw"),
      lobehub: at("market"),
      lobehubAgents: at("agents"),
    },
  };
}

export function commitOf(files: FakeFiles): string {
  return createHash("sha1").update(JSON.stringify(files)).digest("hex");
}

function shaOf(file: FakeFile): string {
  const text = typeof file === "string" ? file : file.link;
  return createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex");
}

function github(
  world: FakeWorld,
  { method, path, body, headers }: Request,
  blobs: Map<string, string>,
): Answer | undefined {
  const app = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(path);
  if (app !== null && method === "POST") {
    const ends = new Date(Date.parse("2026-11-21T13:00:00Z")).toISOString();
    return json({ token: `app-token-${app[1]}`, expires_at: ends }, 201);
  }
  const match = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(path);
  const repo = match?.[1] ?? "";
  const rest = match?.[2] ?? "";
  const files = world.repos[repo];
  if (files === undefined) return undefined;
  if (method !== "GET") return publish(world, { repo, rest, body, method }, blobs);
  if (rest === "") {
    const token = headers.authorization?.replace("Bearer ", "") ?? "";
    const push = world.pushers[token]?.includes(repo) === true;
    return json({ full_name: repo, default_branch: "main", permissions: { push } });
  }
  if (rest.startsWith("/git/ref/heads/")) return json({ object: { sha: commitOf(files) } });
  if (rest.startsWith("/git/matching-refs/")) return json([{ ref: "refs/heads/main" }]);
  const commit = /^\/commits\/(.+)$/.exec(rest)?.[1];
  if (commit !== undefined) {
    const named = commit === "HEAD" ? files : world.repos[`${repo}@${commit}`];
    return named === undefined ? undefined : bytes(commitOf(named));
  }
  const tree = /^\/git\/trees\/(\w+)$/.exec(rest)?.[1];
  if (tree !== undefined) {
    const at = versionsOf(world, repo).find((version) => commitOf(version) === tree);
    return at === undefined ? undefined : json({ sha: tree, truncated: false, tree: treeOf(at) });
  }
  const blob = /^\/git\/blobs\/(\w+)$/.exec(rest)?.[1];
  const found = versionsOf(world, repo)
    .flatMap((version) => Object.values(version))
    .find((file) => shaOf(file) === blob);
  return typeof found === "string" ? bytes(found) : undefined;
}

interface Posted {
  readonly repo: string;
  readonly rest: string;
  readonly body: Buffer;
  readonly method: string;
}

function publish(
  world: FakeWorld,
  { repo, rest, body }: Posted,
  blobs: Map<string, string>,
): Answer | undefined {
  const sent = JSON.parse(body.toString()) as Record<string, string>;
  switch (rest) {
    case "/forks": {
      const fork = `me/${repo.split("/")[1] ?? ""}`;
      world.repos[fork] = world.repos[repo] ?? {};
      return json({ full_name: fork }, 202);
    }
    case "/git/blobs": {
      const text = Buffer.from(sent["content"] ?? "", "base64").toString();
      blobs.set(shaOf(text), text);
      return json({ sha: shaOf(text) }, 201);
    }
    case "/git/trees":
    case "/git/commits":
      return json({ sha: createHash("sha1").update(body).digest("hex") }, 201);
    case "/git/refs":
      return json({ object: { sha: sent["sha"] } }, 201);
    case "/pulls":
      return json({ html_url: `https://github.com/${repo}/pull/7` }, 201);
    default:
      return undefined;
  }
}

function versionsOf(world: FakeWorld, repo: string): readonly FakeFiles[] {
  return Object.entries(world.repos)
    .filter(([name]) => name === repo || name.startsWith(`${repo}@`))
    .map(([, files]) => files);
}

function treeOf(files: FakeFiles): object[] {
  return Object.entries(files).map(([path, file]) => ({
    path,
    mode: typeof file === "string" ? "100644" : "120000",
    type: "blob",
    sha: shaOf(file),
    size: typeof file === "string" ? Buffer.byteLength(file) : file.link.length,
  }));
}

function raw(world: FakeWorld, { path }: Request): Answer | undefined {
  const [, owner = "", name = "", commit = "", ...rest] = path.split("/");
  const files = versionsOf(world, `${owner}/${name}`).find((version) => commitOf(version) === commit);
  const file = files?.[rest.join("/")];
  return typeof file === "string" ? bytes(file) : undefined;
}

function clawhub({ clawhub: skills }: FakeWorld, { path, query }: Request): Answer | undefined {
  const listed = Object.entries(skills).map(([slug, { summary, version }]) => ({
    slug,
    displayName: slug,
    summary,
    tags: {},
    stats: {},
    createdAt: 0,
    updatedAt: 0,
    latestVersion: { version, createdAt: 0, changelog: "" },
  }));
  if (path === "/api/v1/skills") {
    const limit = Number(query.get("limit"));
    const from = Number(query.get("cursor") ?? 0);
    const next = from + limit < listed.length ? String(from + limit) : null;
    return json({ items: listed.slice(from, from + limit), nextCursor: next });
  }
  if (path === "/api/v1/search") {
    const words = query.get("q") ?? "";
    const results = listed.filter(({ slug }) => slug.includes(words));
    return json({
      results: results.map(({ slug, summary }) => ({
        score: 1,
        slug,
        displayName: slug,
        summary,
        version: null,
      })),
    });
  }
  if (path === "/api/v1/download") {
    const skill = skills[query.get("slug") ?? ""];
    return skill === undefined ? undefined : bytes(skill.zip, { "content-type": "application/zip" });
  }
  const slug = path.replace("/api/v1/skills/", "");
  const skill = skills[slug];
  if (skill === undefined) return undefined;
  return json({
    skill: {
      slug,
      displayName: slug,
      summary: skill.summary,
      tags: {},
      stats: {},
      createdAt: 0,
      updatedAt: 0,
    },
    latestVersion: { version: skill.version, createdAt: 0, changelog: "" },
    owner: { handle: "somebody", displayName: "Somebody", image: null },
    moderation:
      skill.malware === true
        ? { isSuspicious: true, isMalwareBlocked: true, verdict: "malicious", summary: "It steals keys." }
        : null,
  });
}

function market({ market: skills }: FakeWorld, { path, query }: Request): Answer | undefined {
  if (path === "/api/v1/skills") {
    const words = query.get("q") ?? "";
    const size = Number(query.get("pageSize"));
    const page = Number(query.get("page"));
    const found = Object.keys(skills).filter((id) => id.includes(words));
    const items = found.slice((page - 1) * size, page * size).map((identifier) => ({
      identifier,
      name: identifier,
      description: `About ${identifier}`,
      version: "1.0.0",
      tags: [],
    }));
    return json({
      items,
      currentPage: page,
      pageSize: size,
      totalCount: found.length,
      totalPages: Math.ceil(found.length / size),
    });
  }
  const id = /^\/api\/v1\/skills\/([^/]+)\/download$/.exec(path)?.[1];
  const zip = id === undefined ? undefined : skills[id];
  return zip === undefined ? undefined : bytes(zip, { "content-type": "application/zip" });
}

function agents({ agents: all }: FakeWorld, { path }: Request): Answer | undefined {
  const metaOf = (id: string): object => ({
    title: all[id]?.title,
    description: `Acts as ${id}`,
    tags: ["role"],
    avatar: "x",
  });
  if (path === "/index.json") {
    const listed = Object.keys(all).map((identifier) => ({
      identifier,
      meta: metaOf(identifier),
      author: "x",
      createAt: "2026-01-01",
    }));
    return json({ agents: listed, schemaVersion: 1, tags: [] });
  }
  const id = path.slice(1).replace(/\.json$/, "");
  const agent = all[id];
  if (agent === undefined) return undefined;
  return json({ identifier: id, meta: metaOf(id), config: { systemRole: agent.role }, schemaVersion: 1 });
}

/** A ZIP of texts. A key may be any name, also one that no honest archive has. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>, more: Zippable = {}): Uint8Array {
  const contents = Object.entries(files).map(([path, content]) => [path, Buffer.from(content)] as const);
  return zipSync({ ...Object.fromEntries(contents), ...more }, { level: 9 });
}

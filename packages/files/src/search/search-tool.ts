import { posix } from "node:path";
import type { Tool, ToolContext, ToolError } from "@hermes/registry";
import { HermesError, defineTool, toolError } from "@hermes/registry";
import { z } from "zod";
import type { FileBackend } from "../file-backend.ts";
import { readAction } from "../file-actions.ts";
import { refusePath } from "../path-policy.ts";
import { describeMissing } from "../read-text.ts";
import type { FileServices } from "../file-services.ts";
import { mapInParallel } from "./map-in-parallel.ts";
import { readOuterRules } from "./outer-rules.ts";
import { RipgrepMissing, ripgrepEngine } from "./ripgrep-engine.ts";
import type { LineMatch, MatchRequest, SearchEngine, SearchScope } from "./search-engine.ts";
import { walkingEngine } from "./walking-engine.ts";

export interface SearchToolOptions {
  /** False: without ripgrep even where it is installed. @default true */
  readonly ripgrep?: boolean | undefined;
}

const maxLimit = 500;
const maxContext = 20;
const maxLineChars = 500;

interface Query {
  readonly pattern: string;
  /** On its way while the search is. */
  readonly accept: Promise<(path: string) => boolean>;
  /** Those of some found paths that may be read. */
  readonly allowed: (paths: readonly string[]) => Promise<readonly string[]>;
  readonly limit: number;
  readonly offset: number;
  readonly context: number;
}

/** Finds lines by a regular expression, or files by name. */
export function createSearchTool(
  { backend, policy }: FileServices,
  { ripgrep = true }: SearchToolOptions = {},
): Tool {
  let engine: SearchEngine = ripgrep ? ripgrepEngine : walkingEngine;
  /** Once it is known that there is no ripgrep, it is not looked for again. */
  const withEngine = async <Result>(search: (engine: SearchEngine) => Promise<Result>): Promise<Result> => {
    try {
      return await search(engine);
    } catch (error) {
      if (!(error instanceof RipgrepMissing)) throw error;
      engine = walkingEngine;
      return search(engine);
    }
  };
  return defineTool({
    name: "search",
    toolset: "file",
    description: [
      "Search below a folder. target content finds lines by a regular expression; target files finds files whose name matches a glob, or contains the pattern when it has no wildcard.",
      "Newest files come first. Hidden files, binary files and what .gitignore excludes are left out.",
    ].join("\n"),
    emoji: "🔎",
    action: readAction,
    argument: ({ path }) => ({ kind: "path", paths: [{ path, access: "read", searches: true }] }),
    input: z.object({
      pattern: z.string().min(1).describe("Regular expression for one line (content), or glob (files)."),
      path: z.string().min(1).default(".").describe("Folder, or for content also one file."),
      target: z.enum(["content", "files"]).default("content"),
      file_glob: z
        .string()
        .min(1)
        .optional()
        .describe("content: only in files that match, such as *.ts or src/**/*.test.ts."),
      context: z
        .int()
        .min(0)
        .max(maxContext)
        .default(0)
        .describe("content: lines before and after each match."),
      limit: z.int().min(1).max(maxLimit).default(50),
      offset: z.int().min(0).default(0).describe("Matches to skip, for the next page."),
    }),
    aliases: { glob: "file_glob" },
    detail: ({ pattern, path }) => (path === "." ? pattern : `${pattern} in ${path}`),
    async execute({ pattern, path, target, file_glob: glob, ...rest }, context) {
      const { taskId, signal } = context;
      if (target === "content" && spansLines(pattern)) return oneLineOnly();
      const absolute = await backend.resolve(path, { taskId });
      const refused = await refusePath(policy, { path, absolute, access: "read", context });
      if (refused !== undefined) return refused;
      const place = await locate(backend, path, { taskId, signal });
      if ("error" in place) return place;
      const inPlace = (each: string) => place.onlyFile === undefined || each === place.onlyFile;
      const wanted = await createWantedFilter(target === "files" ? nameGlob(pattern) : glob);
      const query: Query = {
        pattern,
        accept: readOuterRules(place.scope).then(
          (outer) => (each: string) => inPlace(each) && wanted(each) && outer(each),
        ),
        allowed: (paths) => keepAllowed({ policy, context, root: place.scope.root }, paths),
        ...rest,
      };
      // The search may fail first; then nobody waits for it.
      query.accept.catch(() => undefined);
      // One file is read sooner than searched for, and hidden or ignored it was asked for by its name.
      const one = place.onlyFile === undefined ? undefined : oneFileEngine(place.onlyFile);
      const search = (chosen: SearchEngine) =>
        target === "files" ? findFiles(chosen, place, query) : findLines(chosen, place, query);
      return one === undefined ? withEngine(search) : search(one);
    },
  });
}

interface AllowedPaths {
  readonly policy: FileServices["policy"];
  readonly context: ToolContext;
  readonly root: string;
}

/** A file that may not be read is left out as if it were not there. */
async function keepAllowed(
  { policy, context, root }: AllowedPaths,
  paths: readonly string[],
): Promise<readonly string[]> {
  if (policy === undefined) return paths;
  const verdicts = await mapInParallel(paths, (path) =>
    policy.check({ path: posix.join(root, path), access: "read", context }),
  );
  return paths.filter((_, index) => verdicts[index]?.ok === true);
}

interface Place {
  readonly scope: SearchScope;
  /** How paths below the root are shown. */
  readonly shown: (path: string) => string;
  readonly onlyFile: string | undefined;
}

async function locate(
  backend: FileBackend,
  path: string,
  access: { readonly taskId: string; readonly signal: AbortSignal },
): Promise<Place | ToolError> {
  const absolute = await backend.resolve(path, access);
  const facts = await backend.stat(absolute, access);
  if (facts === undefined) return describeMissing(backend, path, access);
  const isFile = facts.kind !== "directory";
  const base = isFile ? posix.dirname(path) : path;
  return {
    scope: { backend, ...access, root: isFile ? posix.dirname(absolute) : absolute },
    shown: (each) => posix.join(base, each),
    onlyFile: isFile ? posix.basename(absolute) : undefined,
  };
}

async function findFiles(
  engine: SearchEngine,
  place: Place,
  { accept, allowed, limit, offset }: Query,
): Promise<object> {
  const paths = await allowed((await engine.files(place.scope)).filter(await accept));
  const sorted = await newestFirst(place.scope, paths);
  const page = sorted.slice(offset, offset + limit);
  return {
    matches: page.map((path) => ({ path: place.shown(path) })),
    ...pageFacts({ offset, found: page.length, total: paths.length }),
  };
}

async function findLines(engine: SearchEngine, place: Place, query: Query): Promise<object> {
  const { pattern, accept, allowed, limit, offset, context } = query;
  const files = await engine.findMatches(place.scope, { pattern, accept });
  const paths = await newestFirst(place.scope, await allowed([...files.keys()]));
  const countOf = (path: string) => files.get(path)?.count ?? 0;
  const requests = requestsOf(
    paths.map((path) => ({ path, count: countOf(path) })),
    { limit, offset },
  );
  const known = new Map(
    requests.map(({ path, skip, take }) => [path, files.get(path)?.lines?.slice(skip, skip + take)] as const),
  );
  const enough =
    requests.length === 0 || (context === 0 && [...known.values()].every((lines) => lines !== undefined));
  const found = enough ? known : await engine.readMatches(place.scope, { pattern, requests, context });
  const matches = requests.flatMap(({ path }) =>
    (found.get(path) ?? []).map((match) => showMatch(place.shown(path), match, context)),
  );
  const total = paths.reduce((sum, path) => sum + countOf(path), 0);
  return { matches, ...pageFacts({ offset, found: matches.length, total }) };
}

/** Which matches of which files make up the page. */
function requestsOf(
  files: readonly { readonly path: string; readonly count: number }[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): MatchRequest[] {
  const requests: MatchRequest[] = [];
  let seen = 0;
  for (const { path, count } of files) {
    const skip = Math.max(0, offset - seen);
    const take = Math.min(count, offset + limit - seen) - skip;
    if (take > 0) requests.push({ path, skip, take });
    seen += count;
    if (seen >= offset + limit) break;
  }
  return requests;
}

async function newestFirst(
  { backend, root, taskId, signal }: SearchScope,
  paths: readonly string[],
): Promise<string[]> {
  const dated = await mapInParallel(paths, async (path) => {
    const facts = await backend.stat(posix.join(root, path), { taskId, signal });
    return { path, modifiedAtMs: facts?.modifiedAtMs ?? 0 };
  });
  return dated
    .sort((a, b) => b.modifiedAtMs - a.modifiedAtMs || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** The part of the walking engine that deals with a file whose name is known. */
function oneFileEngine(path: string): SearchEngine {
  return {
    ...walkingEngine,
    files: () => Promise.resolve([path]),
    async findMatches(scope, { pattern }) {
      const requests = [{ path, skip: 0, take: Number.POSITIVE_INFINITY }];
      const found = await walkingEngine.readMatches(scope, { pattern, requests, context: 0 });
      const lines = found.get(path) ?? [];
      return new Map(lines.length === 0 ? [] : [[path, { count: lines.length, lines }]]);
    },
  };
}

function showMatch(path: string, { line, text, before, after }: LineMatch, context: number): object {
  return {
    path,
    line,
    text: shorten(text),
    ...(context === 0 ? {} : { before: before.map(shorten), after: after.map(shorten) }),
  };
}

function shorten(text: string): string {
  return text.length > maxLineChars ? `${text.slice(0, maxLineChars - 1)}…` : text;
}

function pageFacts({
  offset,
  found,
  total,
}: {
  readonly offset: number;
  readonly found: number;
  readonly total: number;
}): object {
  const next = offset + found;
  const truncated = found > 0 && next < total;
  return {
    total,
    truncated,
    ...(truncated ? { hint: `[${offset + 1}–${next} of ${total}; continue with offset: ${next}]` } : {}),
  };
}

/** Without a slash a glob is about names at any depth; with one it is about the whole path. */
async function createWantedFilter(glob: string | undefined): Promise<(path: string) => boolean> {
  if (glob === undefined) return () => true;
  const { default: picomatch } = await import("picomatch");
  try {
    const isWanted = picomatch(glob.replace(/^\.?\//, ""), {
      dot: true,
      nonegate: true,
      noextglob: true,
      windows: false,
      // A range that runs backwards is said, instead of matching nothing.
      debug: true,
    });
    return glob.includes("/") ? isWanted : (path) => isWanted(path.slice(path.lastIndexOf("/") + 1));
  } catch (cause) {
    throw new HermesError(`"${glob}" is no glob.`, { code: "SEARCH_FAILED", cause });
  }
}

function nameGlob(pattern: string): string {
  return /[*?[{/]/.test(pattern) ? pattern : `*${pattern}*`;
}

function spansLines(pattern: string): boolean {
  return /\n|(?<!\\)(?:\\\\)*\\n/.test(pattern);
}

function oneLineOnly(): ToolError {
  return toolError("The pattern spans lines; search looks at one line at a time.", {
    hint: "Search for a part that is on one line, with context for the lines around it.",
  });
}

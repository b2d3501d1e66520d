import { posix } from "node:path";
import { HermesError } from "@hermes/registry";
import { mapInParallel } from "./map-in-parallel.ts";
import { parseGitIgnore } from "./git-ignore.ts";
import type { IgnoreRules } from "./git-ignore.ts";
import { maxSearchedBytes, searchTimeoutMs } from "./search-engine.ts";
import type { LineMatch, SearchEngine, SearchScope } from "./search-engine.ts";

/** Searches by reading: slower, and the same answers wherever there is no ripgrep. */
export const walkingEngine: SearchEngine = {
  files: async (scope) => walk(scope, deadline()),

  async findMatches(scope, { pattern, accept }) {
    const expression = compile(pattern);
    const mayMatch = createPrefilter(expression);
    const check = deadline();
    const paths = (await walk(scope, check)).filter(await accept);
    const found = await mapInParallel(paths, async (path) => {
      check();
      const text = await readForSearch(scope, path);
      const lines = mayMatch(text) ? matchesIn(splitLines(text), expression, 0) : [];
      return [path, { count: lines.length, lines: lines.length > maxKeptLines ? undefined : lines }] as const;
    });
    return new Map(found.filter(([, { count }]) => count > 0));
  },

  async readMatches(scope, { pattern, requests, context }) {
    const expression = compile(pattern);
    const found = await mapInParallel(requests, async ({ path, skip, take }) => {
      const lines = splitLines(await readForSearch(scope, path));
      return [path, matchesIn(lines, expression, context).slice(skip, skip + take)] as const;
    });
    return new Map(found);
  },
};

/** Lines of one file beyond this are counted, and read again by the page. */
const maxKeptLines = 10_000;

interface Folder {
  /** Relative to the root; empty for the root itself. */
  readonly path: string;
  readonly rules: IgnoreRules | undefined;
  readonly parent: Folder | undefined;
}

async function walk(scope: SearchScope, check: () => void): Promise<string[]> {
  const { backend, root, taskId, signal } = scope;
  const visit = async (path: string, parent: Folder | undefined): Promise<string[]> => {
    check();
    const absolute = posix.join(root, path);
    const entries = await backend.list(absolute, { taskId, signal }).catch(unreadableAs([]));
    const names = new Map(entries.map(({ name, kind }) => [name, kind]));
    const rules = names.get(".gitignore") === "file" ? await readRules(scope, absolute) : undefined;
    // The rules of a repository end at its border.
    const above = names.has(".git") || parent === undefined ? undefined : keeping(parent, path);
    const folder: Folder = { path, rules, parent: above };
    const found = entries.map(async ({ name, kind }) => {
      const full = path === "" ? name : `${path}/${name}`;
      if (name.startsWith(".") || (kind !== "file" && kind !== "directory")) return [];
      if (verdictOf(folder, full, kind === "directory") === "ignored") return [];
      return kind === "file" ? [full] : visit(full, folder);
    });
    return (await Promise.all(found)).flat();
  };
  return visit("", undefined);
}

/** The nearest rule decides. */
function verdictOf(
  folder: Folder | undefined,
  path: string,
  isFolder: boolean,
): "ignored" | "kept" | undefined {
  if (folder === undefined) return undefined;
  return folder.rules?.verdict(below(folder, path), isFolder) ?? verdictOf(folder.parent, path, isFolder);
}

function below({ path: folder }: Folder, path: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}

/** Rules that would ignore a folder say no more of what is in it once nearer ones keep it. */
function keeping(folder: Folder, path: string): Folder {
  const relative = below(folder, path);
  const parent = folder.parent === undefined ? undefined : keeping(folder.parent, path);
  const isOverruled = folder.rules?.verdict(relative, true) === "ignored";
  if (!isOverruled && parent === folder.parent) return folder;
  return { ...folder, rules: isOverruled ? folder.rules?.except(relative) : folder.rules, parent };
}

async function readRules(
  { backend, taskId, signal }: SearchScope,
  folder: string,
): Promise<IgnoreRules | undefined> {
  const bytes = await backend
    .readFile(posix.join(folder, ".gitignore"), { taskId, signal })
    .catch(unreadableAs(nothing));
  return await parseGitIgnore(new TextDecoder().decode(bytes));
}

function matchesIn(lines: readonly string[], expression: RegExp, context: number): readonly LineMatch[] {
  return lines.flatMap((text, index) =>
    expression.test(text)
      ? [
          {
            line: index + 1,
            text,
            before: lines.slice(Math.max(0, index - context), index),
            after: lines.slice(index + 1, index + 1 + context),
          },
        ]
      : [],
  );
}

/**
 * A quick test that passes every text with a matching line, and few others: most files have none, and are not taken
 * apart. What looks around itself could see another line, so that it is no part of this.
 */
function createPrefilter({ source, flags }: RegExp): (text: string) => boolean {
  if (/\(\?<?[=!]/.test(source)) return () => true;
  const whole = new RegExp(source, `${flags}m`);
  return (text) => whole.test(text);
}

async function readForSearch({ backend, root, taskId, signal }: SearchScope, path: string): Promise<string> {
  const access = { taskId, signal, maxBytes: maxSearchedBytes };
  return decodeLeniently(await backend.readFile(posix.join(root, path), access).catch(unreadableAs(nothing)));
}

function splitLines(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Bytes that are no characters do not keep a text from being searched; a NUL does. */
function decodeLeniently(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return bytes.includes(0) ? "" : utf8.decode(bytes);
}

const utf8 = new TextDecoder();

const nothing = new Uint8Array();

/** What vanished, may not be read or is too large is passed over, as ripgrep does. */
function unreadableAs<Fallback>(fallback: Fallback): (error: unknown) => Fallback {
  return (error) => {
    if (HermesError.is(error) && error.code.startsWith("FILE_")) return fallback;
    throw error;
  };
}

function compile(pattern: string): RegExp {
  // The one inline flag that is common; JavaScript has it as a flag of the whole expression.
  const insensitive = /^\(\?i\)/.test(pattern);
  const source = insensitive ? pattern.slice(4) : pattern;
  try {
    return new RegExp(source, insensitive ? "iu" : "u");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HermesError(`The pattern is no regular expression: ${reason}.`, {
      code: "SEARCH_FAILED",
      cause: error,
    });
  }
}

function deadline(): () => void {
  const end = performance.now() + searchTimeoutMs;
  return () => {
    if (performance.now() < end) return;
    throw new HermesError(`The search took longer than ${searchTimeoutMs / 1000} s.`, {
      code: "SEARCH_FAILED",
      hint: "Narrow it by path or file_glob, or install ripgrep.",
    });
  };
}

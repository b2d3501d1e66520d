// Node 22 has toWellFormed; this repository compiles for ES2023.
/// <reference lib="es2024.string" />
import { readFile, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { AdmitContext } from "./admit-context.ts";

export interface ContextFilesOptions {
  readonly cwd: string;
  /** The walk for `.hermes.md` ends here. */
  readonly workspaceRoot: string;
  /** Longest text of one file in characters; of more, 70 % from the start and 20 % from the end are kept. @default 20_000 */
  readonly maxChars?: number | undefined;
  /** Whether a file counts; one that does not is as if it were not there. @default each does */
  readonly admit?: AdmitContext | undefined;
}

export interface ContextFile {
  /** Relative to the working directory. */
  readonly name: string;
  readonly text: string;
}

export interface FoundContext {
  readonly files: readonly ContextFile[];
  /** Names of files that were found and do not count. */
  readonly leftOut: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Instructions that a workspace keeps for agents. The first kind that has text wins: `.hermes.md` or `HERMES.md`
 * (from the working directory up to the workspace root, front matter removed), `AGENTS.md`, `CLAUDE.md`, then
 * `.cursorrules` with `.cursor/rules/*.mdc`. What can't be read is a warning.
 */
export async function readContextFiles(options: ContextFilesOptions): Promise<FoundContext> {
  const warnings: string[] = [];
  const leftOut: string[] = [];
  const read = async (path: string): Promise<ContextFile | undefined> => {
    const name = relative(options.cwd, path);
    try {
      const bytes = await readFile(path);
      const text = withoutFrontMatter(bytes.toString("utf8"), path).trim();
      if (text === "") return undefined;
      if ((await options.admit?.({ path, name, bytes })) === false) {
        leftOut.push(name);
        return undefined;
      }
      return { name, text: cut(text, { name, warnings, maxChars: options.maxChars ?? 20_000 }) };
    } catch (error) {
      warnings.push(`Cannot read ${name}: ${error instanceof Error ? error.message : String(error)}.`);
      return undefined;
    }
  };

  for (const candidates of kinds(options)) {
    const files: ContextFile[] = [];
    for (const path of await candidates()) {
      const file = await read(path);
      if (file !== undefined) files.push(file);
    }
    if (files.length > 0) return { files, leftOut, warnings };
  }
  return { files: [], leftOut, warnings };
}

/** The context files as one text of the system prompt; empty when there are none. */
export function renderContextFiles({ files, leftOut }: Pick<FoundContext, "files" | "leftOut">): string {
  if (files.length === 0 && leftOut.length === 0) return "";
  return [
    "# Project context",
    ...files.map(({ name, text }) => `## ${name}\n\n${text}`),
    ...leftOut.map(
      (name) =>
        `(${plainName(name)} is left out: an agent wrote it, and the person has not agreed to it yet.)`,
    ),
  ].join("\n\n");
}

/** A name can say something, too. */
function plainName(name: string): string {
  return /^[\w./-]{1,40}$/.test(name) ? name : "A file";
}

/** For each kind, in order of rank, the files to read. A kind is looked for only when those before it had nothing. */
function kinds({ cwd, workspaceRoot }: ContextFilesOptions): readonly (() => Promise<readonly string[]>)[] {
  let here: Promise<ReadonlySet<string>> | undefined;
  const inCwd = async (...names: readonly string[]): Promise<readonly string[]> => {
    here ??= namesIn(cwd);
    return firstOf(cwd, names, await here);
  };
  return [
    async () => {
      for (const folder of foldersUpTo(cwd, workspaceRoot)) {
        const found =
          folder === cwd ? await inCwd(...ownNames) : firstOf(folder, ownNames, await namesIn(folder));
        if (found.length > 0) return found;
      }
      return [];
    },
    () => inCwd("AGENTS.md", "agents.md"),
    () => inCwd("CLAUDE.md", "claude.md"),
    async () => {
      const rules = join(cwd, ".cursor", "rules");
      const names = (await inCwd(".cursor")).length === 0 ? [] : [...(await namesIn(rules))];
      const cursor = names.filter((name) => name.endsWith(".mdc")).toSorted();
      return [...(await inCwd(".cursorrules")), ...cursor.map((name) => join(rules, name))];
    },
  ];
}

const ownNames = [".hermes.md", "HERMES.md"];

function firstOf(folder: string, names: readonly string[], present: ReadonlySet<string>): readonly string[] {
  const name = names.find((candidate) => present.has(candidate));
  return name === undefined ? [] : [join(folder, name)];
}

/** Empty for a folder that isn't there or can't be listed: a file in it could not be found by name either way. */
async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  return new Set(await readdir(folder).catch(() => []));
}

function foldersUpTo(from: string, top: string): readonly string[] {
  const folders = [from];
  for (let folder = from; folder !== top && dirname(folder) !== folder;) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/** Front matter is for tools (globs, descriptions), not for the model. */
export function withoutFrontMatter(text: string, path: string): string {
  const plain = text.startsWith("\u{FEFF}") ? text.slice(1) : text;
  if (!/(hermes\.md|\.mdc)$/i.test(path)) return plain;
  return plain.replace(/^---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/, "");
}

function cut(
  text: string,
  {
    name,
    warnings,
    maxChars,
  }: { readonly name: string; readonly warnings: string[]; readonly maxChars: number },
): string {
  if (text.length <= maxChars) return text;
  const left = text.length - Math.floor(maxChars * 0.7) - Math.floor(maxChars * 0.2);
  warnings.push(
    `${name} has ${text.length} characters; ${left} in its middle are left out of the prompt. Shorten it.`,
  );
  return cutMiddle(text, { name, maxChars });
}

/** Of a text that is too long 70 % of `maxChars` from its start and 20 % from its end, with a mark between them. */
export function cutMiddle(
  text: string,
  { name, maxChars }: { readonly name: string; readonly maxChars: number },
): string {
  if (text.length <= maxChars) return text;
  const head = text.slice(0, Math.floor(maxChars * 0.7));
  const tail = text.slice(text.length - Math.floor(maxChars * 0.2));
  const left = text.length - head.length - tail.length;
  return `${head.toWellFormed()}\n\n[… ${left} characters of ${name} are left out here; read the file for them …]\n\n${tail.toWellFormed()}`;
}

import type { CallRemark, Message } from "@hermes/agent-loop";
import type { Environment, Provenance } from "@hermes/registry";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import type { AdmitContext } from "./admit-context.ts";
import { askGit } from "./ask-git.ts";
import { cutMiddle, withoutFrontMatter } from "./context-files.ts";
import { maskFlagged } from "./mask-flagged.ts";

const names = ["AGENTS.md", "agents.md", "CLAUDE.md", "claude.md", ".cursorrules", ".hermes.md"];
const maxAncestors = 5;
const maxChars = 8_000;
/** Of more paths in one call, the first ones. */
const maxPaths = 100;
const gitTakesMs = 5_000;

export interface FolderInstructionsOptions {
  /** Home of Hermes. */
  readonly home: string;
  /** Absolute. Its own instructions are in the prompt. */
  readonly cwd: string;
  readonly env: Environment;
  /** The live history; another array after a compression. */
  readonly messages: () => readonly Message[];
  readonly admit: AdmitContext;
  readonly sourcesOf: (path: string) => Promise<readonly Provenance[]>;
  readonly warn: (message: string) => void;
}

/**
 * Instructions that a folder below the working folder keeps for agents ride on the result of the first call that touches
 * it: those of the folder itself and of at most five above it, the outermost first. Each is told once as long as the
 * history holds it, so again after a compression. What git ignores, such as dependencies, gives no instructions.
 */
export class FolderInstructions {
  readonly #options: FolderInstructionsOptions;
  readonly #seenPaths = new Set<string>();
  readonly #seenFolders = new Set<string>();
  #history: readonly Message[] | undefined;

  constructor(options: FolderInstructionsOptions) {
    this.#options = options;
  }

  /** What has to be said on a call that touches these paths, which lie below the working folder. Never rejects. */
  async of(paths: readonly string[]): Promise<readonly CallRemark[]> {
    const history = this.#options.messages();
    if (history !== this.#history) {
      this.#history = history;
      this.#seenPaths.clear();
      this.#seenFolders.clear();
    }
    const unseen = [...new Set(paths)].filter((path) => !this.#seenPaths.has(path)).slice(0, maxPaths);
    if (unseen.length === 0) return [];
    const around = (await Promise.all(unseen.map((path) => this.#foldersOf(path)))).flat();
    // Of calls that end side by side one tells it.
    const folders = [...new Set(around)].filter((folder) => !this.#seenFolders.has(folder));
    for (const path of unseen) this.#seenPaths.add(path);
    for (const folder of folders) this.#seenFolders.add(folder);
    const remarks: CallRemark[] = [];
    for (const folder of folders.toSorted((one, other) => one.length - other.length)) {
      const remark = await this.#remarkOn(folder, unseen);
      if (remark !== undefined) remarks.push(remark);
    }
    return remarks;
  }

  /** The folder of a path and those above it, below the working folder. */
  async #foldersOf(path: string): Promise<readonly string[]> {
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
    const folders: string[] = [];
    let folder = isFolder ? path : dirname(path);
    while (folder.startsWith(this.#options.cwd + sep) && folders.length <= maxAncestors) {
      folders.push(folder);
      folder = dirname(folder);
    }
    return folders;
  }

  async #remarkOn(folder: string, touched: readonly string[]): Promise<CallRemark | undefined> {
    const { cwd, home, warn, admit, sourcesOf } = this.#options;
    const present = new Set(await readdir(folder).catch(() => []));
    const found = names.find((each) => present.has(each));
    if (found === undefined) return undefined;
    const path = join(folder, found);
    // A call that reads or writes it has it in the history as it is.
    if (touched.includes(path)) return undefined;
    const name = relative(cwd, path);
    try {
      const beginning = `Instructions for work in ${relative(cwd, folder)}${sep} (${name}):`;
      if (this.#isTold(beginning) || !(await this.#isOfProject(path))) return undefined;
      const bytes = await readFile(path);
      const text = withoutFrontMatter(bytes.toString("utf8"), path).trim();
      if (text === "" || !(await admit({ path, name, bytes }))) return undefined;
      const said = `${beginning}\n\n${cutMiddle(text, { name, maxChars })}`;
      // A name can say something, too.
      const [masked] = await maskFlagged([{ name, text: said }], { home, warn });
      return { text: masked?.text ?? said, provenance: await sourcesOf(path) };
    } catch (error) {
      warn(`Cannot read ${name}: ${error instanceof Error ? error.message : String(error)}.`);
      return undefined;
    }
  }

  #isTold(beginning: string): boolean {
    const { messages } = this.#options;
    return messages().some(
      (message) =>
        message.role === "tool" && message.notes?.some((note) => note.startsWith(beginning)) === true,
    );
  }

  /** Neither a link to somewhere else nor in a folder that git ignores. */
  async #isOfProject(path: string): Promise<boolean> {
    const { cwd, env } = this.#options;
    const [real, top] = await Promise.all([realpath(path), realpath(cwd)]);
    if (!real.startsWith(top + sep)) return false;
    const folder = dirname(path);
    const { exitCode } = await askGit(["check-ignore", "--quiet", "--", basename(folder)], {
      cwd: dirname(folder),
      env,
      signal: AbortSignal.timeout(gitTakesMs),
    });
    // It is 1 for what is not ignored, 128 outside of a repository, and undefined without git.
    return exitCode !== 0;
  }
}

/** What a task knows of a file: the newest text it was shown, or wrote itself. */
export interface SeenFile {
  readonly fingerprint: string;
  /** Undefined where it is too long to be kept. */
  readonly text: string | undefined;
  /** Pages of this very text that the model has before it. */
  readonly shownPages: Set<string>;
}

const maxFiles = 500;
const maxKeptChars = 200_000;

/** Remembers for each task what it saw of which file, to notice what others changed and what need not be repeated. */
export class SeenFiles {
  readonly #tasks = new Map<string, Map<string, SeenFile>>();

  find(taskId: string, path: string): SeenFile | undefined {
    return this.#tasks.get(taskId)?.get(path);
  }

  /** Whether a text differs from what the task last saw at a path. False for a file that it never saw. */
  isStale(taskId: string, path: string, text: string): boolean {
    const seen = this.find(taskId, path);
    return seen !== undefined && seen.fingerprint !== fingerprintOf(text);
  }

  /** Notes that a page of a text is shown. @returns False when it has been, and the text is still the same. */
  show(taskId: string, { path, text, page }: { path: string; text: string; page: string }): boolean {
    const seen = this.find(taskId, path);
    const fingerprint = fingerprintOf(text);
    if (seen?.fingerprint !== fingerprint) {
      this.note(taskId, path, text, fingerprint).shownPages.add(page);
      return true;
    }
    // Said once: a model that asks again has lost the text, to a compression for example, and gets it.
    if (seen.shownPages.delete(page)) return false;
    seen.shownPages.add(page);
    return true;
  }

  /** Notes a text that the task wrote, of which no page was shown yet. */
  note(taskId: string, path: string, text: string, fingerprint: string = fingerprintOf(text)): SeenFile {
    const files = this.#tasks.get(taskId) ?? new Map<string, SeenFile>();
    this.#tasks.set(taskId, files);
    const kept = text.length <= maxKeptChars ? text : undefined;
    const seen = { fingerprint, text: kept, shownPages: new Set<string>() };
    files.delete(path);
    files.set(path, seen);
    const [oldest] = files.keys();
    if (files.size > maxFiles && oldest !== undefined) files.delete(oldest);
    return seen;
  }

  forget(taskId: string, path?: string): void {
    if (path === undefined) this.#tasks.delete(taskId);
    else this.#tasks.get(taskId)?.delete(path);
  }
}

function fingerprintOf(text: string): string {
  // An `import` would load it with the package: some milliseconds for whoever edits nothing.
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(text, "utf8").digest("base64");
}

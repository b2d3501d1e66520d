import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { HermesError } from "@hermes/registry";
import { changeEntries, type EntriesChange, type PlannedChange } from "./change-entries.ts";
import { type LockOptions, withFileLock } from "./file-lock.ts";
import { countChars, foldLines, formatEntries, parseEntries } from "./memory-file.ts";
import type { MemoryContents, MemoryOutcome, MemoryStore, MemoryTarget } from "./memory-store.ts";
import { formatPromptBlock } from "./prompt-block.ts";
import { readText, replaceText } from "./replace-file.ts";

export interface OpenMemoryOptions {
  /** Folder of MEMORY.md and USER.md. Created with the first entry. */
  readonly folder: string;
  /** @default 2_200 */
  readonly memoryCharLimit?: number | undefined;
  /** @default 1_375 */
  readonly userCharLimit?: number | undefined;
  /** A target that isn't listed has neither a block in the prompt nor entries to change. @default both */
  readonly targets?: readonly MemoryTarget[] | undefined;
  /**
   * Gives what says why a text must not become memory, beside the few rules that are built in; asked when something is
   * written. The reason goes on after "Not saved: ". @default the built-in rules alone
   */
  readonly refuse?: (() => Promise<(text: string) => string | undefined>) | undefined;
}

const fileNames: Readonly<Record<MemoryTarget, string>> = { memory: "MEMORY.md", user: "USER.md" };

/**
 * Opens the memory files of a folder and takes the snapshot for the prompt. Nothing stays open.
 *
 * @throws the error of the file system when a file is there but can't be read.
 * @example See examples/basic.ts
 */
export function openMemory(options: OpenMemoryOptions): MemoryStore {
  const { folder, targets = ["memory", "user"] } = options;
  const limits = { memory: options.memoryCharLimit ?? 2_200, user: options.userCharLimit ?? 1_375 };
  let snapshot = takeSnapshot();

  function takeSnapshot(): string {
    return targets
      .map((target) => formatPromptBlock(read(target)))
      .filter((block) => block !== "")
      .join("\n\n");
  }

  function read(target: MemoryTarget): MemoryContents {
    return contentsOf(target, parseEntries(readText(pathOf(target))));
  }

  function contentsOf(target: MemoryTarget, entries: readonly string[]): MemoryContents {
    return {
      target,
      entries: entries.map(foldLines),
      usedChars: countChars(entries),
      limitChars: limits[target],
    };
  }

  function pathOf(target: MemoryTarget): string {
    if (!targets.includes(target)) throw disabled(target);
    return join(folder, fileNames[target]);
  }

  function refused(target: MemoryTarget, reason: string): MemoryOutcome {
    const contents = read(target);
    return { ok: false, problem: "refused", reason: `Not saved: ${reason}.`, matches: [], contents };
  }

  async function change(
    target: MemoryTarget,
    wanted: EntriesChange,
    lock?: LockOptions,
  ): Promise<MemoryOutcome> {
    const path = pathOf(target);
    const reason = wanted.action === "remove" ? undefined : (await options.refuse?.())?.(wanted.content);
    if (reason !== undefined) return refused(target, reason);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await withFileLock(
      `${path}.lock`,
      () => outcomeOf(target, applyTo(path, wanted, limits[target])),
      lock,
    );
  }

  function outcomeOf(target: MemoryTarget, planned: PlannedChange): MemoryOutcome {
    const { entries, ...rest } = planned;
    return { ...rest, contents: contentsOf(target, entries) };
  }

  return {
    targets,
    promptBlock: () => snapshot,
    refresh: () => void (snapshot = takeSnapshot()),
    read,
    add: (target, content, lock) => change(target, { action: "add", content }, lock),
    replace: (target, { oldText, content }, lock) =>
      change(target, { action: "replace", oldText, content }, lock),
    remove: (target, oldText, lock) => change(target, { action: "remove", oldText }, lock),
  };
}

/** Tries again when an editor, which knows nothing of the lock, saved the file meanwhile. */
function applyTo(path: string, wanted: EntriesChange, limitChars: number): PlannedChange {
  for (;;) {
    const text = readText(path);
    const planned = changeEntries(parseEntries(text), wanted, limitChars);
    const changes = planned.ok && planned.change !== "unchanged";
    if (!changes || replaceText(path, formatEntries(planned.entries), text)) return planned;
  }
}

function disabled(target: MemoryTarget): HermesError {
  return new HermesError(`The memory target "${target}" is switched off.`, {
    code: "MEMORY_TARGET_DISABLED",
    hint: "Enable it in the settings, or use the other target.",
  });
}

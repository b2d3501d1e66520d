import { join } from "node:path";
import { HermesError } from "@hermes/registry";
import { contentsOf, type MemoryFile } from "./memory-contents.ts";
import { findRefusal } from "./find-refusal.ts";
import { parseEntries } from "./memory-file.ts";
import type { MemoryContents, MemoryStore, MemoryTarget } from "./memory-store.ts";
import { createMemoryWriting } from "./memory-writing.ts";
import { promptBlockOf } from "./prompt-block.ts";
import type { PromptBlock } from "./prompt-block.ts";
import type { ReceiptBook } from "./receipts/receipt-book.ts";
import { readText } from "./replace-file.ts";

export interface OpenMemoryOptions {
  /** Folder of MEMORY.md and USER.md. Created with the first entry. */
  readonly folder: string;
  /** @default 2_200 */
  readonly memoryCharLimit?: number | undefined;
  /** @default 1_375 */
  readonly userCharLimit?: number | undefined;
  /** A target that isn't listed has neither a block in the prompt nor entries to change. @default both */
  readonly targets?: readonly MemoryTarget[] | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
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
  const { now = Date.now } = options;

  function fileOf(target: MemoryTarget): MemoryFile {
    if (!targets.includes(target)) throw disabled(target);
    const path = join(folder, fileNames[target]);
    return { target, path, bookPath: join(folder, `.receipts-${target}.json`), limitChars: limits[target] };
  }

  function read(target: MemoryTarget): MemoryContents {
    const file = fileOf(target);
    return contentsOf(file, parseEntries(readText(file.path)));
  }

  async function bookOf(target: MemoryTarget): Promise<ReceiptBook> {
    const file = fileOf(target);
    const { fitToFile } = await import("./receipts/receipt-book.ts");
    const entries = parseEntries(readText(file.path));
    return fitToFile(readText(file.bookPath), { target, entries, at: now() });
  }

  function takeSnapshot(): readonly PromptBlock[] {
    return targets.map((target) => promptBlockOf(read(target)));
  }

  let snapshot = takeSnapshot();
  return {
    targets,
    promptBlock: ({ target, fits } = {}) =>
      snapshot
        .filter((block) => target === undefined || block.target === target)
        .map((block) => block.format(fits))
        .filter((block) => block !== "")
        .join("\n\n"),
    refresh: () => void (snapshot = takeSnapshot()),
    read,
    refusalOf: async (text) => findRefusal(text),
    receipts: async (target) =>
      (await bookOf(target)).receipts.map((receipt) => {
        const withheld = findRefusal(receipt.entry);
        return withheld === undefined ? receipt : { ...receipt, withheld };
      }),
    changes: async (target) => (await bookOf(target)).changes,
    ...createMemoryWriting({ targets, fileOf, now }),
  };
}

function disabled(target: MemoryTarget): HermesError {
  return new HermesError(`The memory target "${target}" is switched off.`, {
    code: "MEMORY_TARGET_DISABLED",
    hint: "Enable it in the settings, or use the other target.",
  });
}

import { withFileLock } from "@hermes/atomic-files";
import { HermesError } from "@hermes/registry";
import type { EntriesChange } from "./change-entries.ts";
import { comparableForm, foldLines } from "./memory-file.ts";
import type { LockOptions, MemoryOutcome, MemoryStore, MemoryTarget, WriteOptions } from "./memory-store.ts";
import type { MemoryOrigin } from "./receipts/receipt.ts";
import { contentsOf, type MemoryFile } from "./memory-contents.ts";
import type * as FileWriter from "./write-file.ts";
import type { Written } from "./write-file.ts";

export interface MemoryWritingParts {
  readonly targets: readonly MemoryTarget[];
  readonly fileOf: (target: MemoryTarget) => MemoryFile;
  readonly now: () => number;
}

/** The half of a store that changes files. */
export function createMemoryWriting(
  parts: MemoryWritingParts,
): Pick<MemoryStore, "add" | "replace" | "remove" | "revert" | "forget"> {
  const { fileOf, now } = parts;
  /** Questions that were put: the same call again is the answer. */
  const asked = new Set<string>();
  let writer: Promise<typeof FileWriter> | undefined;

  async function locked<Result>(
    file: MemoryFile,
    work: (writer: typeof FileWriter) => Result,
    { signal, timeoutMs }: LockOptions = {},
  ): Promise<Result> {
    // Most sessions read only.
    writer ??= import("./write-file.ts");
    const loaded = await writer;
    return await withFileLock(`${file.path}.lock`, () => work(loaded), {
      code: "MEMORY_LOCKED",
      waitMs: timeoutMs,
      signal,
    });
  }

  async function change(
    target: MemoryTarget,
    wanted: EntriesChange,
    { origin = byModel, confirmed = false, ...lock }: WriteOptions = {},
  ): Promise<MemoryOutcome> {
    const file = fileOf(target);
    const question = questionOf(target, wanted);
    const asks = !confirmed && !asked.delete(question);
    const facts = { origin, at: now(), asks };
    const written = await locked(file, (to) => to.change(file, wanted, facts), lock);
    const { planned } = written;
    if (!planned.ok && planned.problem === "similar") asked.add(question);
    return outcomeOf(file, written);
  }

  return {
    add: (target, content, options) => change(target, { action: "add", content }, options),
    replace: (target, { oldText, content }, options) =>
      change(target, { action: "replace", oldText, content }, options),
    remove: (target, oldText, options) => change(target, { action: "remove", oldText }, options),
    async revert(changeId, { origin = byPerson, ...lock } = {}) {
      const file = fileOf(changeId.startsWith("u") ? "user" : "memory");
      const written = await locked(file, (to) => to.revert(file, changeId, { origin, at: now() }), lock);
      const outcome = outcomeOf(file, written);
      return outcome.ok ? { ...outcome, change: "reverted" } : outcome;
    },
    async forget(text, lock) {
      if (text.trim().length < 4) throw tooShort();
      const gone: string[] = [];
      for (const target of parts.targets) {
        const file = fileOf(target);
        // oxlint-disable-next-line no-await-in-loop -- one lock after the other
        gone.push(...(await locked(file, (to) => to.forget(file, text, now()), lock)));
      }
      return gone;
    },
  };
}

const byModel: MemoryOrigin = { by: "model" };
const byPerson: MemoryOrigin = { by: "person" };

function outcomeOf(file: MemoryFile, { planned, changeId }: Written): MemoryOutcome {
  const { entries, ...rest } = planned;
  const contents = contentsOf(file, entries);
  return rest.ok ? { ...rest, changeId, contents } : { ...rest, contents };
}

function questionOf(target: MemoryTarget, wanted: EntriesChange): string {
  const texts = [
    "content" in wanted ? wanted.content : "",
    wanted.action === "replace" ? wanted.oldText : "",
  ];
  return [target, wanted.action, ...texts.map((text) => comparableForm(foldLines(text)))].join("\0");
}

function tooShort(): HermesError {
  return new HermesError("A text of less than 4 characters can't be forgotten.", {
    code: "MEMORY_TEXT_TOO_SHORT",
    hint: "It would be found in much that has nothing to do with it. Give the whole text.",
  });
}

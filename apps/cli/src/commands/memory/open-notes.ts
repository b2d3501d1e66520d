import { loadSettings } from "@hermes/config";
import type { ListedReceipt, MemoryStore, MemoryTarget } from "@hermes/memory";
import { HermesError } from "@hermes/registry/errors";
import { openRuntime } from "../../chat/open-runtime.ts";
import { usageError } from "../../failure.ts";
import type { Host } from "../../host.ts";
import { printRemark } from "../../render/print.ts";

/** The notes of this home. Nothing is opened that would have to be closed. */
export async function openNotes(host: Host): Promise<MemoryStore> {
  const loaded = await loadSettings({ env: host.env });
  const onWarning = (message: string): void => printRemark(host, message);
  await using runtime = openRuntime(host, { loaded, onWarning });
  return await runtime.memory();
}

/** An entry as commands name it: `m2` is the second of memory, `u1` the first about the user. */
export interface NamedEntry extends ListedReceipt {
  readonly name: string;
  readonly target: MemoryTarget;
}

export async function namedEntries(notes: MemoryStore, only?: MemoryTarget): Promise<readonly NamedEntry[]> {
  const lists = await Promise.all(
    notes.targets
      .filter((target) => only === undefined || target === only)
      .map(async (target) =>
        (await notes.receipts(target)).map((receipt, index) => ({
          ...receipt,
          name: `${target === "memory" ? "m" : "u"}${index + 1}`,
          target,
        })),
      ),
  );
  return lists.flat();
}

/**
 * The entry that a person means: a name such as `m2`, or words that are in one entry alone.
 *
 * @throws {HermesError} `CLI_NO_ENTRY`, `CLI_AMBIGUOUS_ENTRY`.
 */
export async function findEntry(notes: MemoryStore, wanted: string): Promise<NamedEntry> {
  if (wanted.trim() === "") throw usageError("Which entry? Name it, such as m2, or give words of it.");
  const all = await namedEntries(notes);
  const named = all.find(({ name }) => name === wanted.trim());
  if (named !== undefined) return named;
  const folded = wanted.trim().toLowerCase();
  const found = all.filter(({ entry }) => entry.toLowerCase().includes(folded));
  const [first, ...others] = found;
  if (first === undefined) {
    throw new HermesError(`No entry of memory holds "${wanted}".`, {
      code: "CLI_NO_ENTRY",
      hint: "See them all with: hermes memory list",
    });
  }
  if (others.length > 0) {
    throw new HermesError(`${found.length} entries of memory hold "${wanted}".`, {
      code: "CLI_AMBIGUOUS_ENTRY",
      hint: `Name one of them: ${found.map(({ name }) => name).join(", ")}.`,
    });
  }
  return first;
}

import type { MemoryPort } from "@hermes/api";
import type { MemoryWritten } from "@hermes/client/contract";
import type { MemoryOutcome, MemoryStore } from "@hermes/memory";
import { HermesError } from "@hermes/registry";
import type { State } from "@hermes/state";

export interface HomeMemoryOptions {
  readonly memory: () => Promise<MemoryStore>;
  readonly store: () => Promise<State>;
}

/** Somebody has decided: nobody is asked again whether it is like what is there. */
const byPerson = { origin: { by: "person" }, confirmed: true } as const;

/** The notes across sessions, for the person, and what was learnt from mistakes. */
export function homeMemory({ memory, store }: HomeMemoryOptions): MemoryPort {
  return {
    async read(target) {
      const notes = await memory();
      const { usedChars, limitChars } = notes.read(target);
      const receipts = await notes.receipts(target);
      const entries = receipts.map(({ entry, origin, writtenAt, confirmedAt, changeId, withheld }) => ({
        ...{ entry, by: origin.by, sessionId: origin.sessionId, writtenAt, confirmedAt, changeId, withheld },
      }));
      return { target, entries, usedChars, limitChars };
    },
    async write({ target, oldText, content }, { signal }) {
      const notes = await memory();
      const options = { ...byPerson, signal };
      if (oldText === undefined) return written(await notes.add(target, content ?? "", options));
      if (content === undefined) return written(await notes.remove(target, oldText, options));
      return written(await notes.replace(target, { oldText, content }, options));
    },
    async changes(target) {
      const changes = await (await memory()).changes(target);
      return changes.map(({ id, at, action, origin, removed, added }) => ({
        ...{ id, at, action, by: origin.by, removed, added },
      }));
    },
    revert: async (changeId, { signal }) =>
      written(await (await memory()).revert(changeId, { ...byPerson, signal })),
    learnings: async (options) => (await store()).learnings.list(options),
    async removeLearning(id) {
      (await store()).learnings.remove(id);
    },
  };
}

function written(outcome: MemoryOutcome): MemoryWritten {
  if (outcome.ok) {
    const { change, entry, changeId } = outcome;
    return { change, entry, changeId };
  }
  const { problem, reason, matches } = outcome;
  throw new HermesError(reason, {
    code: "MEMORY_REFUSED",
    hint: matches.length === 0 ? undefined : `It is about: ${matches.join(" · ")}`,
    data: { problem },
  });
}

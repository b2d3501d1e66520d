import { untrustedSources } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import type { WrittenFiles } from "@hermes/permissions";
import type { PartMigrations, State } from "@hermes/state";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

/**
 * Files that came from elsewhere, or were written while text from elsewhere was read: what they held (SHA-256) and the
 * sources as JSON. The hash is null for a folder, which stands for all in it, and until a file is first looked at.
 */
export const writtenTable: PartMigrations = {
  part: "written",
  steps: [
    `CREATE TABLE written (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       path TEXT NOT NULL UNIQUE,
       hash TEXT,
       source TEXT NOT NULL
     )`,
  ],
};

interface Entry {
  hash: string | null;
  readonly sources: readonly Provenance[];
  /** Size and time of change of the file when it was last compared, and what came of it. */
  seen?: { readonly stamp: string; readonly isSame: boolean } | undefined;
}

/** More are forgotten, the oldest first. */
const maxKept = 20_000;
/** What other processes note is seen after so long. */
const freshMs = 1_000;
/** Larger files are not hashed: they count as they were noted. */
const maxHashedBytes = 64_000_000;

const sourcesSchema = z.array(z.object({ source: z.string(), name: z.string().optional() }));

/** Keeps in the store which files came from elsewhere; see `writtenTable`. */
export function writtenFiles(store: () => Promise<State>): WrittenFiles {
  const entries = new Map<string, Entry>();
  let readAt = -Infinity;
  let lastId = 0;

  async function refresh(): Promise<void> {
    if (performance.now() - readAt < freshMs) return;
    for (const { id, path, ...entry } of readEntries(await store(), lastId)) {
      lastId = Math.max(lastId, id);
      entries.set(path, entry);
    }
    readAt = performance.now();
  }

  async function settle(path: string, hash: string): Promise<void> {
    const state = await store();
    if (state.readOnly) return;
    state.transaction((tables) =>
      tables.run("UPDATE written SET hash = ? WHERE path = ? AND hash IS NULL", hash, path),
    );
  }

  /** Whether what is there now is what was noted. */
  async function isSame(path: string, entry: Entry): Promise<boolean> {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) return false;
    if (found.isDirectory()) return entry.hash === null;
    if (!found.isFile() || found.size > maxHashedBytes) return true;
    const stamp = `${found.size} ${found.mtimeMs} ${found.ino}`;
    if (entry.seen?.stamp === stamp) return entry.seen.isSame;
    const hash = await hashOf(path);
    if (hash === undefined) return true;
    if (entry.hash === null) {
      entry.hash = hash;
      await settle(path, hash);
    }
    entry.seen = { stamp, isSame: entry.hash === hash };
    return entry.seen.isSame;
  }

  return {
    async isEmpty() {
      await refresh();
      return entries.size === 0;
    },
    async sourcesAt(path, { below = false } = {}) {
      await refresh();
      let sources: readonly Provenance[] = [];
      const add = async (at: string, entry: Entry | undefined): Promise<void> => {
        if (entry === undefined || untrustedSources(sources, entry.sources) === sources) return;
        if (await isSame(at, entry)) sources = untrustedSources(sources, entry.sources);
      };
      // oxlint-disable no-await-in-loop -- up to the root, and the few that lie below
      for (let at = path; ; at = dirname(at)) {
        const entry = entries.get(at);
        // A file is in no file.
        if (at === path || entry?.hash === null) await add(at, entry);
        if (dirname(at) === at) break;
      }
      const start = path.endsWith("/") ? path : `${path}/`;
      if (below) for (const [at, entry] of entries) if (at.startsWith(start)) await add(at, entry);
      // oxlint-enable no-await-in-loop
      return sources;
    },
    async note(paths, sources) {
      await refresh();
      const state = await store();
      if (state.readOnly || sources.length === 0) return;
      state.transaction((tables) => {
        for (const path of paths) {
          const all = untrustedSources(entries.get(path)?.sources, sources);
          // The id is new, so that other processes see it.
          tables.run("DELETE FROM written WHERE path = ?", path);
          const { lastId: id } = tables.run(
            "INSERT INTO written (path, hash, source) VALUES (?, NULL, ?)",
            path,
            JSON.stringify(all),
          );
          entries.set(path, { hash: null, sources: all });
          tables.run("DELETE FROM written WHERE id <= ?", id - maxKept);
        }
      });
    },
  };
}

function readEntries(state: State, afterId: number) {
  // A store that can't be written may be one without the table.
  if (state.readOnly) return [];
  const rows = state.read((tables) =>
    tables.all("SELECT id, path, hash, source FROM written WHERE id > ? ORDER BY id", afterId),
  );
  return rows.map(({ id, path, hash, source }) => ({
    id: Number(id),
    path: String(path),
    hash: typeof hash === "string" ? hash : null,
    sources: parseSources(source),
  }));
}

function parseSources(text: unknown): readonly Provenance[] {
  try {
    const parsed = sourcesSchema.safeParse(JSON.parse(String(text)));
    if (parsed.success) return parsed.data;
  } catch {
    // Somebody has changed the row: that it is there says enough.
  }
  return [{ source: "unknown" }];
}

async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array); // Streams without an encoding give bytes.
    return hash.digest("hex");
  } catch {
    return undefined;
  }
}

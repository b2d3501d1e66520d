import type { ImportReport, State } from "@hermes/state";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Marks } from "./housekeeping-marks.ts";

export interface ImportOriginalsOptions {
  readonly home: string;
  readonly state: State;
  readonly marks: Marks;
  readonly signal: AbortSignal;
  /** Told what happens, in one sentence. */
  readonly tell: (message: string) => void;
}

/** How far an import came. */
interface Progress {
  readonly isDone: boolean;
  readonly after?: string | undefined;
}

/** Sessions between two notes of how far it came. */
const noteEvery = 25;

/**
 * Brings the sessions that the Python Hermes left in the same home into the store, once: its database, and its
 * transcripts. The sources are only read. Goes on where it was stopped.
 */
export async function importOriginals(options: ImportOriginalsOptions): Promise<void> {
  for (const path of await sourcesIn(options.home)) {
    options.signal.throwIfAborted();
    const progress = progressOf(options.marks, path);
    // oxlint-disable-next-line no-await-in-loop -- one after the other: the transcripts repeat what is in the database
    if (!progress.isDone) await importOne(path, progress, options);
  }
}

async function sourcesIn(home: string): Promise<readonly string[]> {
  const database = join(home, "state.db");
  const folder = join(home, "sessions");
  const names = await readdir(folder).catch(() => []);
  return [
    ...(existsSync(database) ? [database] : []),
    ...(names.some((name) => name.endsWith(".jsonl")) ? [folder] : []),
  ];
}

async function importOne(
  path: string,
  { after }: Progress,
  { state, marks, signal, tell }: ImportOriginalsOptions,
): Promise<void> {
  const note = (progress: Progress): void => marks.set(markOf(path), JSON.stringify(progress));
  let reached = after;
  let sinceNote = 0;
  tell(
    `${after === undefined ? "Importing" : "Going on to import"} the conversations in ${path} in the background. They are only read.`,
  );
  try {
    const report = await state.importOriginal(path, {
      signal,
      after,
      onProgress({ name }) {
        reached = name;
        if (++sinceNote % noteEvery === 0) noteQuietly(() => note({ isDone: false, after: reached }));
      },
    });
    note({ isDone: true });
    tell(`The conversations in ${path} are imported: ${describe(report)}.`);
  } catch (error) {
    if (signal.aborted) {
      noteQuietly(() => note({ isDone: false, after: reached }));
      throw error;
    }
    if (!isUnreadable(error)) throw error;
    // Trying it again at every start would help nobody.
    note({ isDone: true });
    tell(`${error.message} It is left alone; \`hermes sessions import ${path}\` tries again.`);
  }
}

/** How far it came is a help and no more: without it, what is there already is recognised. */
function noteQuietly(work: () => void): void {
  try {
    work();
  } catch {
    // The import itself meets the same trouble with its next message, and says so.
  }
}

function describe({ sessions, messages, skipped }: ImportReport): string {
  const taken = skipped.filter(({ reason }) => reason === "taken").length;
  const unreadable = skipped.filter(({ reason }) => reason === "unreadable");
  return [
    `${sessions} new conversations with ${messages} messages, found by \`hermes sessions search\``,
    ...(taken > 0 ? [`${taken} were there already`] : []),
    ...(unreadable.length > 0 ? [`not readable: ${unreadable.map(({ source }) => source).join(", ")}`] : []),
  ].join("; ");
}

function progressOf(marks: Marks, path: string): Progress {
  const mark = marks.get(markOf(path));
  // Written by `note`.
  return mark === undefined ? { isDone: false } : (JSON.parse(mark.value) as Progress);
}

function markOf(path: string): string {
  return `import of ${path}`;
}

function isUnreadable(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "STATE_IMPORT_UNREADABLE";
}

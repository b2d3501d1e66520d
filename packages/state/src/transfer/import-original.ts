import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { copyFile, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import Sqlite from "better-sqlite3";
import type { Database } from "../database/driver.ts";
import type { SessionHead } from "../journal.ts";
import type { ImportedMessage, ImportedSession, ImportWriter } from "./import-writer.ts";
import { fromTranscript, isRecord, timeOfId, timeOfTranscript } from "./transcript.ts";

export interface ImportOptions {
  readonly signal?: AbortSignal | undefined;
  /** Goes on after this name, which an `onProgress` of an earlier run gave. */
  readonly after?: string | undefined;
  /** Called after each session. Must not throw. */
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
  /** What was looked at last: a path; of a database, the id of a session in it. */
  readonly name: string;
}

export interface ImportReport {
  /** Sessions of which at least one message was added. */
  readonly sessions: number;
  readonly messages: number;
  readonly skipped: readonly SkippedImport[];
}

export interface SkippedImport {
  /** A path; of a database, the id of a session in it. */
  readonly source: string;
  /**
   * `empty`: nobody said anything there. `taken`: its id belongs to a session of another origin, which is left alone.
   * `unreadable`: the file can't be read.
   */
  readonly reason: "empty" | "taken" | "unreadable";
  /** The id that is taken, or why the file can't be read. */
  readonly detail?: string | undefined;
}

/**
 * Imports sessions of the Python Hermes: a transcript with one message per line, a folder of them, or its `state.db`.
 * The source is only read. What was imported before is not imported again, so that a run that was stopped goes on.
 *
 * @throws {HermesError} `STATE_IMPORT_UNREADABLE` when there is nothing at the path, or something else.
 */
export async function importOriginal(
  writer: ImportWriter,
  path: string,
  { signal, after, onProgress }: ImportOptions = {},
): Promise<ImportReport> {
  signal?.throwIfAborted();
  const source = await openSource(resolve(path));
  const report = { sessions: 0, messages: 0, skipped: [] as SkippedImport[] };
  const pause = async (): Promise<void> => {
    await new Promise((next) => setImmediate(next));
    signal?.throwIfAborted();
  };
  try {
    const total = source.names.length;
    // Where the name is gone, from the beginning: what is there already is not imported again.
    let done = after === undefined ? 0 : source.names.indexOf(after) + 1;
    for (const name of source.names.slice(done)) {
      // oxlint-disable no-await-in-loop -- one after the other, with room for other work between them
      const found = await sessionsIn(source, name);
      if ("reason" in found) report.skipped.push(found);
      else
        for (const session of found) {
          const added = await writer.write(source.origin(name), session, pause);
          if (added === undefined)
            report.skipped.push({ source: name, reason: "taken", detail: session.head.id });
          else if (added > 0) report.sessions++;
          report.messages += added ?? 0;
        }
      onProgress?.({ done: ++done, total, name });
      await pause();
      // oxlint-enable no-await-in-loop
    }
  } finally {
    source.close();
  }
  return report;
}

interface Source {
  readonly names: readonly string[];
  readonly origin: (name: string) => string;
  readonly read: (name: string) => readonly ImportedSession[] | Promise<readonly ImportedSession[]>;
  readonly close: () => void;
}

/** One file that can't be read does not keep the others of its folder out. */
async function sessionsIn(source: Source, name: string): Promise<readonly ImportedSession[] | SkippedImport> {
  try {
    const sessions = (await source.read(name)).filter(({ messages }) => messages.length > 0);
    return sessions.length > 0 ? sessions : { source: name, reason: "empty" };
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return { source: name, reason: "unreadable", detail: String(error.code) };
  }
}

async function openSource(path: string): Promise<Source> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw unreadable(path, "there is nothing");
  if (found.isDirectory()) {
    const names = readdirSync(path)
      .filter((name) => name.endsWith(".jsonl"))
      .toSorted();
    return transcripts(names.map((name) => join(path, name)));
  }
  return isDatabase(path) ? await database(path) : transcripts([path]);
}

function isDatabase(path: string): boolean {
  const header = Buffer.alloc(16);
  const file = openToRead(path);
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header.toString("latin1") === "SQLite format 3\0";
}

function openToRead(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw unreadable(path, error instanceof Error ? error.message : String(error), error);
  }
}

function transcripts(paths: readonly string[]): Source {
  return { names: paths, origin: (path) => path, read: readTranscript, close: () => undefined };
}

/** A file of several sessions, such as an export of all, begins each with a line about it. */
async function readTranscript(path: string): Promise<readonly ImportedSession[]> {
  const conversations: Row[][] = [];
  for (const line of (await readFile(path, "utf8")).split("\n").flatMap(parseLine)) {
    if (conversations.length === 0 || (line["role"] === "session_meta" && "session_id" in line))
      conversations.push([line]);
    else conversations.at(-1)?.push(line);
  }
  return conversations.map((lines) => sessionFromLines(path, lines));
}

function sessionFromLines(path: string, lines: readonly Row[]): ImportedSession {
  const meta = lines.find(({ role }) => role === "session_meta") ?? {};
  const system = lines.find(({ role }) => role === "system");
  const id = text(meta["session_id"]) ?? basename(path, ".jsonl");
  const startedAt =
    lines.map(({ timestamp }) => timeOfTranscript(timestamp)).find((at) => at !== undefined) ?? timeOfId(id);
  let at = startedAt ?? Math.round(statSync(path).mtimeMs);
  const messages = lines.flatMap((line): readonly ImportedMessage[] => {
    const message = fromTranscript(line);
    at = timeOfTranscript(line["timestamp"]) ?? at;
    return message === undefined ? [] : [{ message, at, live: true }];
  });
  return {
    head: {
      id,
      system: text(meta["system"]) ?? text(system?.["content"]) ?? "",
      tools: [],
      model: text(meta["model"]) ?? "",
      platform: text(meta["platform"]) ?? "import",
      startedAt: startedAt ?? at,
      ...placeOf(meta),
    },
    ...(text(meta["title"]) === undefined ? {} : { title: text(meta["title"]) }),
    messages,
  };
}

/** Half a line at the end is what a dying process left. */
function parseLine(line: string): readonly Row[] {
  if (line.trim() === "") return [];
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? [value] : [];
  } catch {
    return [];
  }
}

type Row = Readonly<Record<string, unknown>>;

/** Reads a copy: even opening a database can write beside it. */
async function database(path: string): Promise<Source> {
  const folder = mkdtempSync(join(tmpdir(), "hermes-import-"));
  const copy = join(folder, "state.db");
  let opened: Database | undefined;
  const close = (): void => {
    opened?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await copyDatabase(path, copy);
    opened = new Sqlite(copy);
    const ids = opened.prepare<[], string>("SELECT id FROM sessions ORDER BY started_at, id").pluck().all();
    const session = opened.prepare<[string], Row>("SELECT * FROM sessions WHERE id = ?");
    const messages = opened.prepare<[string], Row>("SELECT * FROM messages WHERE session_id = ? ORDER BY id");
    return {
      names: ids,
      origin: () => path,
      read: (id) => [toSession(session.get(id) ?? {}, messages.all(id))],
      close,
    };
  } catch (error) {
    close();
    throw unreadable(path, "it is not the database of the Python Hermes", error);
  }
}

/** Store and log belong together: when the other program wrote meanwhile, once more. */
async function copyDatabase(path: string, copy: string): Promise<void> {
  const files = [path, `${path}-wal`];
  const look = (): string =>
    files
      .map((file) => statSync(file, { throwIfNoEntry: false }))
      .map((found) => `${found?.size} ${found?.mtimeMs}`)
      .join();
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = look();
    await copyFile(path, copy); // oxlint-disable-line no-await-in-loop -- one after the other
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (existsSync(`${path}-wal`)) await copyFile(`${path}-wal`, `${copy}-wal`);
    if (look() === before) return;
  }
}

function toSession(row: Row, rows: readonly Row[]): ImportedSession {
  const startedAt = timeOfTranscript(row["started_at"]) ?? 0;
  const messages = rows.flatMap((each): readonly ImportedMessage[] => {
    const message = fromTranscript(each);
    const at = timeOfTranscript(each["timestamp"]) ?? startedAt;
    return message === undefined ? [] : [{ message, at, live: each["active"] !== 0 }];
  });
  return {
    head: {
      id: String(row["id"]),
      system: text(row["system_prompt"]) ?? "",
      tools: [],
      model: text(row["model"]) ?? "",
      platform: text(row["source"]) ?? "import",
      startedAt,
      ...placeOf(row),
    },
    title: text(row["title"]),
    endReason: text(row["end_reason"]),
    messages,
  };
}

function placeOf(row: Row): Pick<SessionHead, "cwd" | "userId" | "parentId"> {
  return { cwd: text(row["cwd"]), userId: text(row["user_id"]), parentId: text(row["parent_session_id"]) };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function unreadable(path: string, why: string, cause?: unknown): HermesError {
  return new HermesError(`Nothing can be imported from "${path}": ${why}.`, {
    code: "STATE_IMPORT_UNREADABLE",
    hint: "Give a transcript (.jsonl), a folder of them, or the state.db of the Python Hermes.",
    cause,
  });
}

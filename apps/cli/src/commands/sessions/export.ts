import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ExportFormat, SessionRecord } from "@hermes/state";
import { usageError } from "../../failure.ts";
import { refuseExisting, writeAtomically } from "../../files/write-atomically.ts";
import { exitCodes, type Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { printJson } from "../../render/print.ts";
import { showProgress } from "../../render/progress.ts";
import { findSession, openStore, type OpenStore } from "./open-store.ts";
import { cleanText } from "../../render/clean-text.ts";
import { harmless } from "../../render/harmless-json.ts";

export interface ExportOptions {
  readonly format: ExportFormat;
  readonly all?: boolean | undefined;
  /** A file, or a folder: one that is there, or a name that ends with a slash. */
  readonly out?: string | undefined;
  readonly force?: boolean | undefined;
  readonly json?: boolean | undefined;
}

const endings: Readonly<Record<ExportFormat, string>> = {
  jsonl: "jsonl",
  sharegpt: "sharegpt.jsonl",
  markdown: "md",
};

/** `hermes sessions export`: sessions to standard output, into one file, or one file each into a folder. */
export async function exportSessions(
  wanted: readonly string[],
  options: ExportOptions,
  host: Host,
): Promise<number> {
  const { all = false, out, json } = options;
  if (all === wanted.length > 0) throw usageError("Name the conversations to export, or say --all.");
  if (json && out === undefined) throw usageError("--json tells what was written: it needs --out.");
  await using store = await openStore(host);
  const state = await store.needed();
  const sessions = all
    ? state.sessions.list({ children: true, limit: Infinity }).toReversed()
    : [...new Map(wanted.map((each) => findSession(state, each)).map((each) => [each.id, each])).values()];
  using work = interruptible(host);
  if (out === undefined) {
    for await (const text of texts(store, sessions, options.format)) {
      host.stopped.throwIfAborted();
      host.stdout.write(options.format === "markdown" ? cleanText(text) : harmless(text));
    }
    return exitCodes.ok;
  }
  const target = resolve(host.cwd, out);
  const intoFolder =
    /[/\\]$/.test(out) || (statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false);
  const job: Job = { store, sessions, target, options, host, signal: work.signal };
  const files = intoFolder ? await writeFolder(job) : await writeOne(job);
  if (json) printJson(host, { sessions: sessions.map(({ id }) => id), files });
  else
    host.stdout.write(
      `Wrote ${sessions.length === 1 ? "1 conversation" : `${sessions.length} conversations`} to ${target}\n`,
    );
  return exitCodes.ok;
}

interface Job {
  readonly store: OpenStore;
  readonly sessions: readonly SessionRecord[];
  readonly target: string;
  readonly options: ExportOptions;
  readonly host: Host;
  readonly signal: AbortSignal;
}

async function writeOne({ store, sessions, target, options, signal }: Job): Promise<readonly string[]> {
  const { format, force } = options;
  await writeAtomically(target, texts(store, sessions, format), { force, signal });
  return [target];
}

async function writeFolder({
  store,
  sessions,
  target,
  options,
  host,
  signal,
}: Job): Promise<readonly string[]> {
  const { format, force = false } = options;
  const names = fileNames(sessions);
  const paths = sessions.map(({ id }) => join(target, `${names.get(id)}.${endings[format]}`));
  // Said before the first is written, not in the middle.
  for (const path of paths) refuseExisting(path, force);
  const progress = showProgress(host, "written");
  try {
    for (const [index, { id }] of sessions.entries()) {
      signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- one after another keeps the memory small
      await writeAtomically(paths[index] ?? "", [await textOf(store, id, format)], { force, signal });
      if (sessions.length > 1) progress.update({ done: index + 1, total: sessions.length });
    }
  } finally {
    progress.end();
  }
  return paths;
}

/** Several sessions in one text: JSONL begins each with a line about it, Markdown sets them apart by a rule. */
async function* texts(
  store: OpenStore,
  sessions: readonly SessionRecord[],
  format: ExportFormat,
): AsyncIterable<string> {
  for (const [index, { id }] of sessions.entries()) {
    if (index > 0 && format === "markdown") yield "\n---\n\n";
    // oxlint-disable-next-line no-await-in-loop -- one after another keeps the memory small
    yield await textOf(store, id, format);
  }
}

async function textOf(store: OpenStore, id: string, format: ExportFormat): Promise<string> {
  const [state, innerCalls] = await Promise.all([store.needed(), store.runtime.scriptCalls(id)]);
  return state.exportSession(id, format, { innerCalls });
}

/** An imported id may hold anything; as a name of a file it must stay inside of the folder, and differ from others. */
function fileNames(sessions: readonly SessionRecord[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const { id } of sessions) {
    const plain =
      id
        .replace(/[^\w.-]+/g, "_")
        .replace(/^\.+/, "_")
        .slice(0, 120) || "_";
    let name = plain;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${plain}-${number}`;
    // Some file systems take two names for one that differ in case alone.
    taken.add(name.toLowerCase());
    names.set(id, name);
  }
  return names;
}

import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import type { ImportReport, SkippedImport } from "@hermes/state";
import { exitCodes, type Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { countOf } from "../../render/count-of.ts";
import { oneLine } from "../../render/fit.ts";
import { printJson } from "../../render/print.ts";
import { showProgress } from "../../render/progress.ts";
import { wrap } from "../../render/wrap.ts";
import { openStore } from "./open-store.ts";

export interface ImportCommandOptions {
  readonly json?: boolean | undefined;
}

/** `hermes sessions import` and `hermes migrate-sessions`: brings in sessions of the Python Hermes. */
export async function importSessions(
  path: string,
  { json }: ImportCommandOptions,
  host: Host,
): Promise<number> {
  const sources = sourcesIn(resolve(host.cwd, path));
  await using store = await openStore(host);
  const state = await store.runtime.store();
  using work = interruptible(host);
  const progress = showProgress(host, "conversations");
  let reached = "";
  const sum = { sessions: 0, messages: 0, skipped: [] as SkippedImport[] };
  try {
    for (const source of sources) {
      // oxlint-disable-next-line no-await-in-loop -- one source after another
      const report = await state.importOriginal(source, {
        signal: work.signal,
        onProgress(each) {
          reached = ` after ${each.done} of ${each.total}`;
          progress.update(each);
        },
      });
      sum.sessions += report.sessions;
      sum.messages += report.messages;
      sum.skipped.push(...report.skipped);
    }
  } catch (error) {
    progress.end();
    if (work.signal.aborted)
      host.stderr.write(`Stopped${reached}. What was imported stays; the same command goes on.\n`);
    throw error;
  }
  progress.end();
  if (json) printJson(host, sum);
  else printReport(sum, host);
  return exitCodes.ok;
}

/** A home folder of the original holds a database and a folder of transcripts, which are both meant. */
function sourcesIn(path: string): readonly string[] {
  if (!(statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)) return [path];
  const database = join(path, "state.db");
  const folder = join(path, "sessions");
  const sources = [
    ...(existsSync(database) ? [database] : []),
    ...(holdsTranscripts(path) ? [path] : []),
    ...(existsSync(folder) && holdsTranscripts(folder) ? [folder] : []),
  ];
  if (sources.length > 0) return sources;
  throw new HermesError(`In "${path}" is nothing that could be imported.`, {
    code: "CLI_NOTHING_TO_IMPORT",
    hint: "Give a transcript (.jsonl), a folder of them, or the state.db of the Python Hermes.",
  });
}

function holdsTranscripts(folder: string): boolean {
  return statSync(folder).isDirectory() && readdirSync(folder).some((name) => name.endsWith(".jsonl"));
}

const maxShown = 20;

function printReport({ sessions, messages, skipped }: ImportReport, host: Host): void {
  const conversations = sessions === 1 ? "1 conversation" : `${sessions} conversations`;
  host.stdout.write(
    messages === 0 ? "Nothing new to import.\n" : `Imported ${countOf(messages)} of ${conversations}.\n`,
  );
  if (skipped.length === 0) return;
  const left = skipped.length - maxShown;
  const lines = [
    `Skipped ${skipped.length}:`,
    ...skipped.slice(0, maxShown).map((each) => `  ${oneLine(each.source)}: ${whySkipped(each)}`),
    ...(left > 0 ? [`  … and ${left} more; --json names all`] : []),
  ];
  for (const line of lines.flatMap((each) => wrap(each, { columns: host.stderr.columns })))
    host.stderr.write(`${line}\n`);
}

function whySkipped({ reason, detail = "" }: SkippedImport): string {
  if (reason === "empty") return "nobody said anything in it";
  if (reason === "unreadable") return `it can't be read (${oneLine(detail)})`;
  return `the id ${oneLine(detail)} belongs to a conversation of another origin, which is left alone`;
}

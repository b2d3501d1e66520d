import { statSync } from "node:fs";
import { homeOf } from "@hermes/config";
import { exitCodes, type Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import type { LogLevel } from "../../log/agent-log.ts";
import { bytes } from "../../render/amount.ts";
import { harmlessJson } from "../../render/harmless-json.ts";
import { localTime } from "../../render/local-time.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { table } from "../../render/table.ts";
import { entryLines } from "./entry-lines.ts";
import { FollowedLog, followLogs } from "./follow-log.ts";
import { isWanted, parseEntry, type LogEntry, type LogFilter } from "./log-entry.ts";
import { logFiles, type LogName } from "./log-files.ts";
import { readLog } from "./read-log.ts";

export interface LogsFlags {
  readonly lines: number;
  readonly follow?: boolean | undefined;
  readonly since?: number | undefined;
  readonly level?: LogLevel | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes logs`: the end of a log, and with `--follow` what comes to it. */
export async function logs(name: LogName | "list", flags: LogsFlags, host: Host): Promise<number> {
  const home = homeOf(host.env);
  if (name === "list") return listLogs(home, flags, host);
  const { lines, follow, json, since } = flags;
  const level = flags.level ?? (name === "errors" ? "warn" : undefined);
  const filter: LogFilter = { since, level };
  const paths = logFiles(name, home);
  const layout = { columns: host.stdout.columns, style: createStyle(coloured(host.stdout)) };
  const print = (entries: readonly LogEntry[]): void =>
    printLines(
      host,
      entries.flatMap((entry) => (json ? [dataOf(entry)] : entryLines(entry, layout))),
    );
  using running = interruptible(host);
  // From here on, so that nothing is lost that comes while the end is read.
  const followed = follow ? await Promise.all(paths.map((path) => FollowedLog.open(path))) : [];
  const entries = await readLog(paths, { lines, ...filter });
  if (entries.length === 0 && !follow) printRemark(host, nothingIn(paths, filter));
  print(entries);
  if (!follow) return exitCodes.ok;
  await followLogs(followed, {
    signal: running.signal,
    tell: (found) => print(found.map(parseEntry).filter((entry) => isWanted(entry, filter))),
  });
  return exitCodes.ok;
}

/** One line of JSON, also for a line of the file that is none. */
function dataOf({ at, level, message, fields }: LogEntry): string {
  const time = at === undefined ? {} : { at: new Date(at).toISOString() };
  return harmlessJson({ ...time, level, message, ...fields });
}

function nothingIn(paths: readonly string[], { since, level }: LogFilter): string {
  const there = paths.filter((path) => statSync(path, { throwIfNoEntry: false }) !== undefined);
  if (there.length === 0) return `There is no log yet: ${paths.join(", ")}`;
  return since === undefined && level === undefined
    ? `Nothing was logged: ${there.join(", ")}`
    : "Nothing in the log fits. hermes logs without --since and --level shows all of it.";
}

function listLogs(home: string, { json }: LogsFlags, host: Host): number {
  const found = (["agent", "gateway"] as const).flatMap((name) =>
    logFiles(name, home).map((path) => {
      const { size = 0, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
      return { name, path, bytes: size, ...(mtimeMs === undefined ? {} : { lastAt: Math.round(mtimeMs) }) };
    }),
  );
  if (json) printJson(host, found);
  else
    printLines(
      host,
      table(
        found.map(({ name, path, bytes: size, lastAt }) => [
          ...[name, lastAt === undefined ? "none yet" : bytes(size)],
          ...[lastAt === undefined ? "" : localTime(lastAt), path],
        ]),
        host.stdout.columns,
      ),
    );
  return exitCodes.ok;
}

import { readFile } from "node:fs/promises";
import { isWanted, parseEntry, type LogEntry, type LogFilter } from "./log-entry.ts";
import { partsOf } from "./log-files.ts";

/** The last entries of some logs that fit, oldest first. Files that are not there have none. */
export async function readLog(
  paths: readonly string[],
  { lines, ...filter }: LogFilter & { readonly lines: number },
): Promise<readonly LogEntry[]> {
  const found = await Promise.all(paths.map(async (path) => await entriesOf(path, filter)));
  const all = found.flat();
  const sorted = paths.length === 1 ? all : all.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
  return sorted.slice(-lines);
}

async function entriesOf(path: string, filter: LogFilter): Promise<readonly LogEntry[]> {
  const texts = await Promise.all(
    partsOf(path).map(async (part) => await readFile(part, "utf8").catch(() => "")),
  );
  return texts
    .flatMap((text) => text.split("\n"))
    .filter((line) => line !== "")
    .map(parseEntry)
    .filter((entry) => isWanted(entry, filter));
}

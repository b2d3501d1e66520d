import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { appendLine, replaceFile } from "@hermes/atomic-files";

/** Something a person has sent. */
export interface HistoryEntry {
  readonly text: string;
  /** What stands behind labels in the text, such as `[Pasted 200 lines]`: label → file. */
  readonly attached?: Readonly<Record<string, string>> | undefined;
}

export interface InputHistory {
  /** Newest first, each on one line, as line editors want it. */
  readonly lines: readonly string[];
  /** Newest first; what is added comes to them. */
  readonly entries: readonly HistoryEntry[];
  /** @throws the error of the file system. */
  add(entry: string | HistoryEntry): Promise<void>;
}

const kept = 500;

/**
 * Opens the file with a person's earlier inputs; only its owner may read it. One of one line stands there as it is, any
 * other as JSON. Several processes may add to it.
 */
export async function openInputHistory(path: string): Promise<InputHistory> {
  const bytes = await readBytes(path);
  const lines = bytes
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .reverse();
  if (lines.length > kept * 2) {
    lines.length = kept;
    // What another process has added meanwhile stays, and the file is shortened another time.
    const onlyIf = (): boolean => statSync(path).size === bytes.length;
    replaceFile(path, `${lines.toReversed().join("\n")}\n`, { mode: 0o600, onlyIf });
  }
  let last = lines[0];
  const entries = lines.slice(0, kept).map(parseEntry);
  return {
    lines: entries.map(({ text }) => text.replaceAll("\n", " ")),
    entries,
    async add(given) {
      const entry = typeof given === "string" ? { text: given } : given;
      const line = formatEntry(entry);
      if (entry.text.trim() === "" || line === last) return;
      last = line;
      entries.unshift(entry);
      appendLine(path, line);
    },
  };
}

const written = '{"text":';

function formatEntry({ text, attached }: HistoryEntry): string {
  const needsJson = attached !== undefined || /[\r\n]/.test(text) || text.startsWith(written);
  return needsJson ? JSON.stringify({ text, attached }) : text;
}

/** What is no entry of ours was typed like that. */
function parseEntry(line: string): HistoryEntry {
  if (!line.startsWith(written)) return { text: line };
  try {
    const found: unknown = JSON.parse(line);
    return isEntry(found) ? found : { text: line };
  } catch {
    return { text: line };
  }
}

function isEntry(value: unknown): value is HistoryEntry {
  if (typeof value !== "object" || value === null || !("text" in value)) return false;
  const attached = "attached" in value ? value.attached : undefined;
  return typeof value.text === "string" && (attached === undefined || isTexts(attached));
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every((each) => typeof each === "string");
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

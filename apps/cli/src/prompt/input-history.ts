import { readFile } from "node:fs/promises";
import { appendLine, replaceFile } from "@hermes/atomic-files";

export interface InputHistory {
  /** Newest first, as line editors want it. */
  readonly lines: readonly string[];
  add(line: string): Promise<void>;
}

const kept = 500;

/** Opens the file with a person's earlier inputs, one per line; only its owner may read it. */
export async function openInputHistory(path: string): Promise<InputHistory> {
  const lines = (await readLines(path)).reverse();
  if (lines.length > kept * 2) {
    lines.length = kept;
    replaceFile(path, `${lines.toReversed().join("\n")}\n`, { mode: 0o600 });
  }
  let last = lines[0];
  return {
    lines: lines.slice(0, kept),
    async add(line) {
      if (line.trim() === "" || line === last) return;
      last = line;
      appendLine(path, line.replaceAll("\n", " "));
    },
  };
}

async function readLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

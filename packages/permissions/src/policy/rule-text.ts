import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { RuleText } from "../seal/sealed-rules.ts";

/** The file as it is, whoever wrote it; it is read again when it has changed. */
export function plainRuleText(path: string): () => Promise<RuleText> {
  let last: RuleText | undefined;
  return async () => {
    const mark = fingerprint(path);
    if (last?.mark !== mark) last = { mark, ...(await readText(path)) };
    return last;
  };
}

/** One look costs some microseconds. */
function fingerprint(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false, bigint: true });
  return facts === undefined ? "" : `${facts.ino} ${facts.size} ${facts.mtimeNs}`;
}

async function readText(path: string): Promise<Omit<RuleText, "mark">> {
  try {
    return { text: await readFile(path, "utf8") };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return { text: undefined };
    return { text: undefined, problem: `permissions.yaml: it can't be read (${code || "unknown reason"}).` };
  }
}

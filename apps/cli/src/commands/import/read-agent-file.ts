import { readFile, realpath, stat } from "node:fs/promises";
import { sep } from "node:path";

/** What a file holds, or why it is left. Undefined where there is none. */
export type AgentFile = { readonly text: string } | { readonly problem: string } | undefined;

/** Claude Code keeps the history of its prompts beside its servers. */
const longestFile = 16_000_000;

/** Reads a file of another agent, which is not changed. A link that leads out of `root` is not followed. */
export async function readAgentFile(path: string, root: string): Promise<AgentFile> {
  try {
    const facts = await stat(path);
    if (!facts.isFile()) return { problem: "it is no file" };
    if (facts.size > longestFile) return { problem: `it is larger than ${longestFile / 1_000_000} MB` };
    if (!(await isInside(path, root))) return { problem: `it is a link that leads out of ${root}` };
    const bytes = await readFile(path);
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { problem: "it is no text in UTF-8" };
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : { problem: `it can't be read (${code})` };
  }
}

/** Whether a path, with all its links followed, lies in a folder. */
export async function isInside(path: string, root: string): Promise<boolean> {
  const [real, top] = await Promise.all([realpath(path), realpath(root)]);
  return real === top || real.startsWith(top.endsWith(sep) ? top : top + sep);
}

import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Environment } from "@hermes/registry";

export interface RunScriptOptions {
  /** Absolute. */
  readonly path: string;
  /** Where it runs. */
  readonly folder: string;
  /** That of this process: keys and what else is not known to be harmless do not reach the script. */
  readonly env: Environment;
  /** Names of variables that reach it although they are not known to be harmless. */
  readonly passThrough: readonly string[];
  /** What it is told besides. */
  readonly variables: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface ScriptEnd {
  /** Of more than 50,000 characters the middle is missing. */
  readonly output: string;
  /** The last 8,000 bytes of what it wrote to stderr. */
  readonly errors: string;
  /** Null where a signal ended it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
}

/**
 * Runs the script of a job on this machine, and ends with it whatever it started: also what ignores TERM or left its process group.
 *
 * @throws the reason of the signal; what the backend throws where it can't be started.
 */
export async function runScript(options: RunScriptOptions): Promise<ScriptEnd> {
  const { path, folder, env, passThrough, variables, timeoutMs, signal } = options;
  const { createLocalBackend } = await import("@hermes/terminal-backends");
  const scratch = await mkdtemp(join(tmpdir(), "hermes-script-"));
  const backend = createLocalBackend({ cwd: folder, env, passThrough });
  try {
    const stderr = join(scratch, "stderr");
    const command = [...programOf(path), path].map(quoted).join(" ");
    const { output, exitCode, timedOut } = await backend.exec(`${command} 2>${quoted(stderr)}`, {
      ...{ taskId: "script", env: variables, timeoutMs, signal },
    });
    signal.throwIfAborted();
    return { output, errors: await endOf(stderr, 8_000), exitCode, timedOut };
  } finally {
    await backend.dispose();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** What runs it; nothing where it runs by itself. Node reads TypeScript. */
function programOf(path: string): readonly string[] {
  switch (extname(path)) {
    case ".sh":
    case ".bash":
      return ["bash"];
    case ".py":
      return ["python3"];
    case ".js":
    case ".ts":
      return [process.execPath];
    default:
      return [];
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

async function endOf(path: string, bytes: number): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return "";
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, Math.max(0, size - bytes));
    return buffer.toString("utf8", 0, bytesRead).trim();
  } finally {
    await file.close();
  }
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

export interface FinishedProgram {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What one child compiled the next takes from here: a start costs a third. */
const compiled = mkdtempSync(join(tmpdir(), "hermes-skills-compiled-"));
afterAll(() => rmSync(compiled, { recursive: true, force: true }));

/** Runs a program of `test/support/programs` as a process of its own. `import`: a program that is loaded before it. */
export async function runNode(
  program: string,
  args: readonly string[],
  options: {
    readonly import?: string | undefined;
    readonly env?: Readonly<Record<string, string>> | undefined;
  } = {},
): Promise<FinishedProgram> {
  const path = (name: string): string => fileURLToPath(new URL(`programs/${name}`, import.meta.url));
  const first = options.import === undefined ? [] : ["--import", path(options.import)];
  const child = spawn(
    process.execPath,
    ["--conditions=@hermes/source", "--no-warnings", ...first, path(program), ...args],
    { stdio: ["ignore", "pipe", "pipe"], env: { NODE_COMPILE_CACHE: compiled, ...options.env } },
  );
  const [stdout, stderr, ended] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    // A child that can't be started rejects.
    once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  return { code: ended[0], signal: ended[1], stdout, stderr };
}

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished, vi } from "vitest";

export const cliFolder: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
export const bin: string = join(cliFolder, "bin", "hermes.js");

export interface Fixture {
  /** An empty home folder of Hermes, inside of an empty home folder of a person. */
  readonly home: string;
  /** A folder to work in. */
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A person with nothing set up, who is gone after the test. */
export function newPerson(config?: string): Fixture {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-cli-")));
  // Whoever was killed may still be writing; Node 22 gives up on a folder that is not empty at once.
  onTestFinished(async () => await vi.waitFor(() => rmSync(root, { recursive: true, force: true }), 5_000));
  const home = join(root, "person", ".hermes");
  const project = join(root, "project");
  mkdirSync(home, { recursive: true });
  mkdirSync(project);
  if (config !== undefined) writeFileSync(join(home, "config.yaml"), config);
  return {
    home,
    project,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: join(root, "person"),
      HERMES_HOME: home,
      // What a wall holds is shown in wall.test.ts; all else is the same with one, and without.
      TERMINAL_WALL: "open",
      LANG: "C.UTF-8",
      NODE_COMPILE_CACHE: join(tmpdir(), "hermes-cli-test-cache"),
    },
  };
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  readonly input?: string | undefined;
  /** Who runs it. @default whoever runs the test */
  readonly uid?: number | undefined;
  /** Another copy of the executable. @default that of this checkout */
  readonly bin?: string | undefined;
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the real executable in the person's project. Standard input is closed unless something is given. */
export function startHermes(
  person: Fixture,
  args: readonly string[],
  options: RunOptions = {},
): ChildProcess {
  const child = spawn(process.execPath, [options.bin ?? bin, ...args], {
    cwd: options.cwd ?? person.project,
    env: { ...person.env, ...options.env },
    stdio: "pipe",
    ...(options.uid !== undefined && { uid: options.uid }),
  });
  child.stdin.end(options.input ?? "");
  const startedAt = Date.now();
  onTestFinished(({ task }) => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    // A test that ran out of time says what it waited for, and what that waits for.
    if (isRunning && task.result?.state === "fail") {
      const ids = ["--pid", String(child.pid), "--ppid", String(child.pid)];
      const { stdout } = spawnSync("ps", ["-o", "pid,stat,wchan:24,args", ...ids], { encoding: "utf8" });
      process.stderr.write(`hermes ${args.join(" ")} runs for ${Date.now() - startedAt} ms\n${stdout ?? ""}`);
    }
    child.kill("SIGKILL");
  });
  return child;
}

/** Runs the real executable to its end. */
export function hermes(person: Fixture, args: readonly string[], options?: RunOptions): Promise<Outcome> {
  return outcomeOf(startHermes(person, args, options));
}

export function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

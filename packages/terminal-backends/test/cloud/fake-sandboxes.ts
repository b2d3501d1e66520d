import { spawn } from "node:child_process";
import type { ChildProcessByStdio, ChildProcessWithoutNullStreams } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** A sandbox of a service that is played here: a home folder and processes of this machine that carry its mark. */
export interface FakeSandbox {
  readonly id: string;
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** What it was made with. */
  readonly wanted: unknown;
  state: "started" | "stopped";
}

const markName = "FAKE_SANDBOX";

/** The sandboxes of a service, each with real shells. */
export class FakeSandboxes implements AsyncDisposable {
  readonly all: Map<string, FakeSandbox> = new Map();
  /** Folder that holds the homes and whatever else a test puts down. */
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async create(): Promise<FakeSandboxes> {
    return new FakeSandboxes(await mkdtemp(join(tmpdir(), "fake-cloud-")));
  }

  make(name: string, wanted: unknown, env: Readonly<Record<string, string>> = {}): FakeSandbox {
    const id = `sb-${randomBytes(6).toString("hex")}`;
    const sandbox: FakeSandbox = { id, name, wanted, env, state: "started" };
    this.all.set(id, sandbox);
    return sandbox;
  }

  /** By id or name. */
  find(key: string | undefined): FakeSandbox | undefined {
    return [...this.all.values()].find(({ id, name }) => id === key || name === key);
  }

  /** Starts a program in a sandbox; its streams are pipes. */
  start(
    sandbox: FakeSandbox,
    argv: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): ChildProcessWithoutNullStreams {
    const [program = "false", ...args] = argv;
    return spawn(program, args, { ...this.#settings(sandbox, env), stdio: ["pipe", "pipe", "pipe"] });
  }

  /** The same without input. */
  startDeaf(
    sandbox: FakeSandbox,
    argv: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): ChildProcessByStdio<null, Readable, Readable> {
    const [program = "false", ...args] = argv;
    return spawn(program, args, { ...this.#settings(sandbox, env), stdio: ["ignore", "pipe", "pipe"] });
  }

  environment(sandbox: FakeSandbox): Record<string, string> {
    return {
      PATH: process.env["PATH"] ?? "/usr/bin:/bin",
      HOME: this.root,
      [markName]: sandbox.id,
      ...sandbox.env,
    };
  }

  async stop(sandbox: FakeSandbox): Promise<void> {
    sandbox.state = "stopped";
    const processes = await marked(`${markName}=${sandbox.id}`);
    // A sandbox ends as a whole: none of them may see another one end.
    for (const signal of ["SIGSTOP", "SIGKILL"] as const) {
      for (const pid of processes) signalIfThere(pid, signal);
    }
  }

  async remove(sandbox: FakeSandbox): Promise<void> {
    this.all.delete(sandbox.id);
    await this.stop(sandbox);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const sandbox of this.all.values()) await this.remove(sandbox);
    await rm(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  #settings(sandbox: FakeSandbox, env: Readonly<Record<string, string>>) {
    return { cwd: this.root, env: { ...this.environment(sandbox), ...env }, detached: true };
  }
}

/** Processes whose environment holds the entry. */
async function marked(entry: string): Promise<number[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const texts = await Promise.all(ids.map((id) => readFile(`/proc/${id}/environ`, "utf8").catch(() => "")));
  return ids.filter((_, index) => texts[index]?.split("\0").includes(entry)).map(Number);
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface Script {
  /** Whole lines printed so far. */
  readonly lines: readonly string[];
  /** Waits for so many lines, or for the end. */
  waitForLines(count: number): Promise<void>;
  /** Kills without a chance to tidy up, and waits for the end. */
  kill(): Promise<void>;
  /** @returns The exit code; undefined after a signal. @throws what the script wrote to stderr, when it failed. */
  ended(): Promise<number | undefined>;
}

/** Runs a script of this folder from source in a process of its own. */
export function runScript(name: string, ...args: readonly string[]): Script {
  return watch(spawnScript(name, args, {}));
}

/** Like `runScript`, but as a user without rights when the tests run as root. */
export function runScriptWithoutRights(name: string, ...args: readonly string[]): Script {
  const nobody = 65_534;
  return watch(spawnScript(name, args, process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}));
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function spawnScript(name: string, args: readonly string[], identity: { uid?: number; gid?: number }): Child {
  const script = fileURLToPath(new URL(name, import.meta.url));
  return spawn(process.execPath, ["--conditions=@hermes/source", script, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    ...identity,
  });
}

function watch(child: Child): Script {
  const lines: string[] = [];
  let rest = "";
  let errors = "";
  let wake = (): void => undefined;
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout.on("data", (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  });
  const closed = new Promise<number | undefined>((resolve) =>
    child.on("close", (code) => resolve(code ?? undefined)),
  );
  onTestFinished(() => void child.kill("SIGKILL"));

  return {
    lines,
    async waitForLines(count) {
      while (lines.length < count) {
        const more = new Promise<"more">((resolve) => (wake = () => resolve("more")));
        if ((await Promise.race([more, closed])) !== "more") return;
      }
    },
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
    async ended() {
      const code = await closed;
      if (code !== 0 && code !== undefined) throw new Error(`The script ended with ${code}: ${errors}`);
      return code;
    },
  };
}

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { Readable, Writable } from "node:stream";

export type Input = Uint8Array | Promise<Uint8Array> | undefined;

/** What the process of a jailed command is made of. */
export interface JailedProcess {
  readonly command: readonly string[];
  /** Where the process is started, outside. */
  readonly cwd: string;
  /**
   * Bytes that the process reads from descriptor 3 and up; each is a pipe, which ends behind the bytes. Undefined: it
   * writes there itself, for `started` to read.
   */
  readonly inputs: readonly Input[];
  /** Descriptors that this program was given and would pass on: the process gets nothing in their place. */
  readonly hidden: readonly number[];
  /** To be called as soon as the process is started, before anything else. */
  started?(child: ChildProcess): void;
}

export interface ChildExit {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly exitSignal: NodeJS.Signals | null;
}

export type ChildStream = "output" | "errors";

/** A process in a group of its own. */
export interface Child {
  /** @param options `last`: nothing more will be sent. */
  send(bytes: string | Uint8Array, options: { readonly last: boolean }): void;
  /** Takes the place of the listener before. What comes while there is none waits in the pipe. */
  listen(listener: (stream: ChildStream, chunk: Buffer) => void): void;
  /** Rejects when it could not be started. */
  readonly exited: Promise<ChildExit>;
  /** Whether its exit was seen. */
  readonly hasExited: boolean;
  /** Its pipes are closed too: nothing that it started holds them. */
  readonly closed: Promise<void>;
  killGroup(signal: NodeJS.Signals): void;
  /** Whether the program waits for it. */
  hold(held: boolean): void;
  /** Lets go of its pipes. */
  release(): void;
}

/** Starts a command that reads what it is sent, in a process group of its own. */
export function startChild(entered: JailedProcess, env: Readonly<Record<string, string>>): Child {
  const { command, cwd, inputs, hidden } = entered;
  const [program, ...args] = command;
  if (program === undefined) throw new TypeError("There is no command.");
  const nothing = openSync("/dev/null", "r");
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: covered(["pipe", "pipe", "pipe", ...inputs.map(() => "pipe" as const)], hidden, nothing),
  });
  closeSync(nothing);
  const [stdin, stdout, stderr, ...pipes] = child.stdio;
  if (!(stdin instanceof Writable && stdout instanceof Readable && stderr instanceof Readable))
    throw new TypeError("There are no pipes.");
  // It may end before it has read everything; its exit code says so.
  for (const pipe of [stdin, ...pipes]) pipe?.on("error", () => undefined);
  entered.started?.(child);
  for (const [index, pipe] of pipes.entries()) {
    const input = inputs[index];
    if (pipe instanceof Writable && input !== undefined)
      Promise.resolve(input).then(
        (bytes) => pipe.end(bytes),
        () => pipe.destroy(),
      );
  }
  let hasExited = false;
  const exited = new Promise<ChildExit>((resolve, reject) => {
    child.once("exit", (exitCode, exitSignal) => {
      hasExited = true;
      resolve({ exitCode, exitSignal });
    });
    child.once("error", (error) => {
      hasExited = true;
      reject(error);
    });
  });
  // Whoever waits for the exit hears of it; until then nobody may be listening.
  exited.catch(() => undefined);
  const closed = new Promise<void>((resolve) => void child.once("close", () => resolve()));

  return {
    send(bytes, { last }) {
      if (last) stdin.end(bytes);
      else stdin.write(bytes);
    },
    listen(listener) {
      stdout.removeAllListeners("data").on("data", (chunk: Buffer) => listener("output", chunk));
      stderr.removeAllListeners("data").on("data", (chunk: Buffer) => listener("errors", chunk));
    },
    exited,
    get hasExited() {
      return hasExited;
    },
    closed,
    killGroup(signal) {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, signal);
      } catch {
        // Nothing of the group is left.
      }
    },
    hold(held) {
      // Pipes of a child process are sockets, whatever their type says.
      for (const each of [child, ...child.stdio]) {
        if (!each || ("destroyed" in each && each.destroyed)) continue;
        const method: unknown = Reflect.get(each, held ? "ref" : "unref");
        if (typeof method === "function") method.call(each);
      }
    },
    release() {
      for (const pipe of child.stdio) pipe?.destroy();
    },
  };
}

/** Puts `nothing` where a descriptor of this program would be passed on. */
function covered(
  pipes: readonly "pipe"[],
  hidden: readonly number[],
  nothing: number,
): ("pipe" | "ignore" | number)[] {
  const last = Math.max(pipes.length - 1, ...hidden);
  return Array.from(
    { length: last + 1 },
    (_, index) => pipes[index] ?? (hidden.includes(index) ? nothing : "ignore"),
  );
}

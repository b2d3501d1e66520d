import { spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { HermesError } from "@hermes/registry";
import type { TransportEnd, TransportProcess } from "./shell-transport.ts";

export interface StartClientOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** The whole environment of the client. */
  readonly env: Readonly<Record<string, string>>;
  readonly input: boolean;
}

const keptErrorChars = 8_000;

/**
 * Runs a program of this machine that passes on what happens elsewhere, such as `docker exec` or `ssh`. It has a
 * process group of its own, so that Ctrl-C at the terminal does not cut what it carries.
 */
export function startClient(options: StartClientOptions): TransportProcess {
  const settings = { cwd: "/", env: options.env, detached: true } as const;
  const child = options.input
    ? spawn(options.program, options.args, { ...settings, stdio: ["pipe", "pipe", "pipe"] })
    : spawn(options.program, options.args, { ...settings, stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-keptErrorChars);
  });
  child.stdin?.on("error", () => undefined);
  const ended = new Promise<TransportEnd>((resolve) => {
    child.once("error", (cause) => resolve({ exitCode: null, errors: cause.message }));
    child.once("close", (exitCode) => resolve({ exitCode, errors }));
  });
  return {
    onOutput: (listener) => {
      child.stdout.on("data", listener);
    },
    ended,
    write: (data) => writeTo(child.stdin, data),
    closeInput: async () => {
      child.stdin?.end();
    },
    abandon: () => {
      // The id of one that has ended may be somebody else's by now.
      if (child.exitCode === null && child.signalCode === null) killGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
    },
    unref: () => {
      child.unref();
      for (const stream of [child.stdin, child.stdout, child.stderr]) {
        // Streams of a child are sockets underneath, which the type does not say.
        (stream as { unref?: () => void } | null)?.unref?.();
      }
    },
  };
}

/** The client and what it started. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function writeTo(input: Writable | null, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    if (input === null || !input.writable) reject(inputClosed());
    else input.write(data, (cause) => (cause ? reject(inputClosed(cause)) : resolve()));
  });
}

/** Input that can't be delivered. */
export function inputClosed(cause?: unknown): HermesError {
  return new HermesError("The process has ended or its input is closed; nothing was sent.", {
    code: "BACKEND_PROCESS_ENDED",
    cause,
  });
}

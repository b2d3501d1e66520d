import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface RunningProgram {
  readonly child: ChildProcess;
  /** Its code, or the signal that ended it. @throws what it wrote to standard error, when it failed by itself. */
  readonly ended: Promise<number | string>;
  /** Settles with the first thing that it prints. */
  readonly ready: Promise<unknown>;
}

/** Rights don't bind root, so that under root another user is needed to whom they say no. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Runs a program of this folder as a process of its own; with `AS_NOBODY` as a user whom rights bind, with `UNBURIED` under
 * a parent that never asks how it ended. */
export function runProgram(
  name: string,
  args: readonly (string | number)[],
  { AS_NOBODY: asNobody, UNBURIED: unburied, ...rest }: Readonly<Record<string, string>> = {},
): RunningProgram {
  const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
  const command = [
    process.execPath,
    "--conditions=@hermes/source",
    "--no-warnings",
    "--import",
    path("disturb.ts"),
    path(name),
    ...args.map(String),
  ];
  const careless = ["sh", "-c", '"$@" & exec sleep 60', "sh"];
  const [first = "", ...others] = unburied === undefined ? command : [...careless, ...command];
  const child = spawn(first, others, {
    stdio: ["ignore", "pipe", "pipe"],
    env: rest,
    ...(asNobody !== undefined && nobody),
  });
  // Also when the test fails while the program waits, or is stopped.
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = Promise.all([
    // The end of a child has a code or a signal.
    once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>,
    text(child.stderr),
  ]).then(([[code, signal], errors]) => {
    if (code !== null && code !== 0) throw new Error(errors);
    return signal ?? code ?? 0;
  });
  return { child, ended, ready: once(child.stdout, "data") };
}

/** Settles when the system has stopped a process. Needs `ps` where there is no `/proc`. */
export async function stopped({ child }: RunningProgram): Promise<void> {
  while (!stateOf(child.pid).startsWith("T"))
    // oxlint-disable-next-line no-await-in-loop -- nothing tells of it
    await wait(5);
}

function stateOf(pid: number | undefined): string {
  if (process.platform === "linux") {
    // The name of the program stands in parentheses before it, and may hold some itself.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2);
  }
  return spawnSync("ps", ["-o", "state=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}

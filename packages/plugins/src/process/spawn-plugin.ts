import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { harmlessVariables, runsGroup, signalGroup } from "@hermes/registry/programs";
import type { PluginProcess, PluginStart } from "./plugin-start.ts";

/** Longest wait for what was killed to be gone. */
const patienceMs = 1_500;

/** Starts plug-ins as the person, held by nothing: for tests, and where a person has agreed to it. */
export function startUnheld({ env }: { readonly env: Environment }): PluginStart {
  return ({ command, cwd }) => spawnPlugin(command, { cwd, env: harmlessVariables(env) });
}

/**
 * Starts a command line in a process group of its own, so that what it starts ends with it.
 *
 * @throws {HermesError} `PLUGIN_ENDED` when it can't be started.
 */
export async function spawnPlugin(
  [command = "", ...args]: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<PluginProcess> {
  const child = spawn(command, args, { ...options, stdio: "pipe", detached: true, windowsHide: true });
  const exited = new Promise<{ exitCode: number | null; signal: string | null }>((resolve) => {
    child.once("exit", (exitCode, signal) => {
      resolve({ exitCode, signal });
    });
  });
  try {
    await once(child, "spawn");
  } catch (error) {
    throw new HermesError(`The process of a plug-in can't be started with "${command}".`, {
      code: "PLUGIN_ENDED",
      hint: "Check that this program and the plug-in's folder are there.",
      cause: error,
    });
  }
  // Whoever ends the process sees it in `exited`; a pipe that breaks is no news.
  for (const stream of [child.stdin, child.stdout, child.stderr, child]) stream.on("error", () => {});
  const group = child.pid;
  async function end(): Promise<void> {
    if (group !== undefined) {
      signalGroup(group, "SIGKILL");
      const until = performance.now() + patienceMs;
      while (runsGroup(group) && performance.now() < until) await wait(10);
    }
    await exited;
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  }
  let ending: Promise<void> | undefined;
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    end: () => (ending ??= end()),
  };
}

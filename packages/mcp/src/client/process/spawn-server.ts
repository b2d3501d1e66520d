import { runsGroup, signalGroup } from "@hermes/registry/programs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { HermesError } from "@hermes/registry";
import type { McpProcess } from "../mcp-server.ts";
import type { StdioTransport } from "../server-entry.ts";

/** How long each of the three ways to end a process may take: its input is closed, SIGTERM, SIGKILL. */
const patienceMs = 1_500;

/**
 * Starts the process of a server as the person, in a process group of its own so that what it starts ends with it.
 *
 * @throws {HermesError} `MCP_UNAVAILABLE` when it can't be started.
 */
export async function spawnServer(
  transport: StdioTransport,
  options: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): Promise<McpProcess> {
  const child = spawn(transport.command, transport.args, {
    cwd: options.cwd,
    env: options.env,
    stdio: "pipe",
    detached: true,
    windowsHide: true,
  });
  const exited = new Promise<{ exitCode: number | null; signal: string | null }>((resolve) => {
    child.once("exit", (exitCode, signal) => {
      resolve({ exitCode, signal });
    });
  });
  try {
    await once(child, "spawn");
  } catch (error) {
    throw new HermesError(`Cannot start "${transport.command}".`, {
      code: "MCP_UNAVAILABLE",
      hint: "Check the command of the server, and that it is installed and in PATH.",
      cause: error,
    });
  }
  // Whoever ends the process sees it in `exited`; a pipe that breaks is no news.
  for (const stream of [child.stdin, child.stdout, child.stderr, child]) stream.on("error", () => {});
  const group = child.pid;
  let ending: Promise<void> | undefined;
  async function end(): Promise<void> {
    child.stdin.end();
    await Promise.race([exited, wait(patienceMs, undefined, { ref: false })]);
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (group === undefined || !runsGroup(group)) break;
      signalGroup(group, signal);
      await untilGone(group);
    }
    await exited;
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    end: () => (ending ??= end()),
  };
}

async function untilGone(group: number): Promise<void> {
  const until = performance.now() + patienceMs;
  while (runsGroup(group) && performance.now() < until) await wait(15);
}

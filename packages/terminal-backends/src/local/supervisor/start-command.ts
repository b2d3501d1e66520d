import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync, constants, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { dirname, join } from "node:path";
import { readSavedDirectory } from "../../shell-script.ts";
import type { StartRequest, SupervisorEvent } from "./messages.ts";

export interface CommandListener {
  say(event: SupervisorEvent): void;
  started(command: StartedCommand): void;
}

export interface StartedCommand {
  readonly pid: number;
  readonly ended: Promise<Exit>;
}

interface Exit {
  readonly exitCode: number | null;
  readonly signal?: string | null | undefined;
}

/** Starts a command, and says how that went and how it ended. */
export async function startCommand(
  request: StartRequest,
  folder: string,
  listener: CommandListener,
): Promise<void> {
  const { id, cwd, state } = request;
  if (!existsSync(cwd)) {
    listener.say({ type: "failed", id, reason: "directory", text: nearestFolder(cwd) });
    return;
  }
  const command =
    request.pty === undefined ? await startPlain(request, folder) : await startInPty(request, folder);
  if (command === undefined) {
    listener.say({ type: "failed", id, reason: "pty", text: "" });
    return;
  }
  listener.started(command);
  listener.say({ type: "started", id, pid: command.pid });
  const { exitCode, signal = null } = await command.ended;
  listener.say({ type: "ended", id, exitCode, signal, cwd: savedDirectory(state) ?? null });
}

async function startPlain(
  { program, args, cwd, env, ...pipes }: StartRequest,
  folder: string,
): Promise<StartedCommand> {
  // The backend holds the other end of each, so that nothing waits here.
  const output = openSync(join(folder, pipes.output), constants.O_WRONLY);
  const input =
    pipes.input === undefined ? undefined : openSync(join(folder, pipes.input), constants.O_RDONLY);
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: [input ?? "ignore", output, output],
  });
  for (const descriptor of [output, input]) if (descriptor !== undefined) closeSync(descriptor);
  if (child.pid === undefined) throw await failureOf(child);
  const ended = new Promise<Exit>((resolve) => {
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
  });
  return { pid: child.pid, ended };
}

function failureOf(child: ChildProcess): Promise<Error> {
  return new Promise((resolve) => void child.once("error", resolve));
}

/** @returns Undefined where there is no pseudo terminal. */
async function startInPty(request: StartRequest, folder: string): Promise<StartedCommand | undefined> {
  const { pty: terminal = { columns: 120, rows: 30, raw: true } } = request;
  // Few commands need it.
  const nodePty = await import("@lydell/node-pty").catch(() => undefined);
  if (nodePty === undefined) return undefined;
  const { startPty } = await import("../pty-process.ts");
  const output = openSync(join(folder, request.output), constants.O_WRONLY);
  const pty = startPty(nodePty, {
    ...request,
    size: terminal,
    raw: terminal.raw,
    // Waits while nobody reads, and so does the program in the terminal then.
    onText: (text) => writeIfRead(output, text),
  });
  let input: Socket | undefined;
  if (request.input === undefined) pty.endInput();
  else {
    const fd = openSync(join(folder, request.input), constants.O_RDONLY | constants.O_NONBLOCK);
    input = new Socket({ fd, readable: true, writable: false });
    input.setEncoding("utf8").on("data", (text: string) => pty.type(text));
    input.once("end", () => pty.endInput());
    input.on("error", () => undefined);
  }
  const ended = pty.ended.finally(() => {
    closeSync(output);
    input?.destroy();
  });
  return { pid: pty.pid, ended };
}

function writeIfRead(descriptor: number, text: string): void {
  try {
    writeFileSync(descriptor, text);
  } catch {
    // The backend has let go of the command.
  }
}

function savedDirectory(state: StartRequest["state"]): string | undefined {
  if (state === undefined) return undefined;
  try {
    return readSavedDirectory(readFileSync(state.file, "utf8"), state.marker);
  } catch {
    // The shell was killed or replaced before it could write.
    return undefined;
  }
}

function nearestFolder(path: string): string {
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

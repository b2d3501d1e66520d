import { setTimeout as delay } from "node:timers/promises";
import type { Tool, ToolContext } from "@hermes/registry";
import { defineTool } from "@hermes/registry";
import { z } from "zod";
import type { Backend, ExecResult } from "../backend.ts";
import type { BackgroundProcesses } from "./background-processes.ts";
import { describeExit } from "./describe-exit.ts";
import { plainText } from "./plain-text.ts";

export interface TerminalToolOptions {
  readonly backend: Backend;
  readonly processes: BackgroundProcesses;
  readonly defaultTimeoutMs: number;
  readonly maxOutputChars: number;
  readonly now: () => number;
}

const maxTimeoutSeconds = 3_600;
/** A command that fails at once should say so in its own result. */
const earlyExitMs = 150;
const progressEveryMs = 250;

/** Runs commands; see `terminalTools`. */
export function createTerminalTool(options: TerminalToolOptions): Tool {
  const { backend, processes, defaultTimeoutMs, maxOutputChars, now } = options;
  const defaultSeconds = Math.round(defaultTimeoutMs / 1000);
  const limits = { defaultSeconds, maxOutputChars };
  return defineTool({
    name: "terminal",
    toolset: "terminal",
    description: describeTerminal(new Set(), limits),
    describe: (present) => ({ description: describeTerminal(present, limits) }),
    emoji: "💻",
    input: z.object({
      command: z.string().min(1).describe("Shell command, of one or many lines."),
      timeout: z
        .number()
        .positive()
        .max(maxTimeoutSeconds)
        .optional()
        .describe(`Seconds until it is stopped. Default ${defaultSeconds}, at most ${maxTimeoutSeconds}.`),
      workdir: z.string().optional().describe("Folder to run in, for this command alone."),
      background: z
        .boolean()
        .default(false)
        .describe("Start it and return at once: servers, watchers, long builds."),
      pty: z.boolean().default(false).describe("Run it in a pseudo terminal."),
    }),
    detail: ({ command }) => oneLine(command),
    cleanup: (taskId) => {
      processes.forget(taskId);
      return backend.release(taskId);
    },
    async execute({ command, timeout, workdir, background, pty }, context) {
      const { taskId, signal } = context;
      if (background) return startInBackground(processes, { command, taskId, cwd: workdir, signal });
      const cwdBefore = await backend.resolve(".", { taskId });
      const result = await backend.exec(command, {
        taskId,
        cwd: workdir,
        timeoutMs: timeout === undefined ? defaultTimeoutMs : timeout * 1000,
        pty,
        signal,
        maxOutputChars,
        onOutput: progressReporter(context, now),
      });
      return toToolResult(result, cwdBefore);
    },
  });
}

async function startInBackground(
  processes: BackgroundProcesses,
  start: {
    readonly command: string;
    readonly taskId: string;
    readonly cwd: string | undefined;
    readonly signal: AbortSignal;
  },
): Promise<object> {
  start.signal.throwIfAborted();
  const entry = await processes.start(start.command, start);
  await Promise.race([entry.process.exited, delay(earlyExitMs)]);
  const { process, exit } = entry;
  return {
    process_id: process.id,
    pid: process.pid,
    ...(exit === undefined
      ? { status: "running" }
      : { status: "exited", ...describeExit(exit), output: plainText(process.output()) }),
  };
}

function toToolResult(result: ExecResult, cwdBefore: string): object {
  return {
    output: plainText(result.output),
    ...describeExit(result),
    ...(result.cwd === cwdBefore ? {} : { cwd: result.cwd }),
    ...(result.truncated ? { truncated: true, output_chars: result.outputChars } : {}),
  };
}

/** Passes on the newest line, not more often than people can read. */
function progressReporter(
  { progress }: ToolContext,
  now: () => number,
): ((text: string) => void) | undefined {
  if (progress === undefined) return undefined;
  let reportedAt = now();
  return (text) => {
    if (now() - reportedAt < progressEveryMs) return;
    const line = plainText(text)
      .split(/[\r\n]+/)
      .findLast((each) => each.trim() !== "");
    if (line === undefined) return;
    reportedAt = now();
    progress({ text: oneLine(line) });
  };
}

function oneLine(text: string): string {
  const flat = text.trim().replace(/\s+/g, " ");
  return flat.length > 200 ? `${flat.slice(0, 199)}…` : flat;
}

function describeTerminal(
  present: ReadonlySet<string>,
  { defaultSeconds, maxOutputChars }: { readonly defaultSeconds: number; readonly maxOutputChars: number },
): string {
  const fileTools = ["read_file", "write_file", "patch", "search"].filter((name) => present.has(name));
  return [
    "Run a shell command. Standard output and errors come back as one text, with the exit code.",
    "The working directory and exported variables stay for the next command; other shell state does not.",
    `Output beyond ${maxOutputChars} characters loses its middle. There is no input to answer questions with, and a command that takes longer than its timeout (${defaultSeconds} s unless you say otherwise) is stopped with everything it started.`,
    present.has("process")
      ? "With background it returns a process_id; read and end it with process."
      : "With background it returns at once and goes on until the conversation ends.",
    ...(fileTools.length === 0
      ? []
      : [`For files prefer ${fileTools.join(", ")}: they are exact and show what changed.`]),
  ].join("\n");
}

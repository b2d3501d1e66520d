import { setTimeout as delay } from "node:timers/promises";
import type { JsonSchema, Tool, ToolContext } from "@hermes/registry";
import { defineTool } from "@hermes/registry";
import { z } from "zod";
import type { Backend, ExecResult } from "../backend.ts";
import { describeExit } from "../processes/describe-exit.ts";
import { plainText } from "../processes/plain-text.ts";
import type { ProcessTable } from "../processes/process-table.ts";
import { describeTerminal } from "./describe-terminal.ts";
import { whyEndless } from "./endless-command.ts";
import { viewOf } from "./process-result.ts";
import { oneLine, progressReporter } from "./progress.ts";

export interface TerminalToolOptions {
  readonly backend: Backend;
  readonly processes: ProcessTable;
  readonly defaultTimeoutMs: number;
  readonly maxOutputChars: number;
  /** Whether commands run behind the wall of their call; `network`: behind one that holds what they reach alone. */
  readonly walled: boolean | "network";
}

const maxTimeoutSeconds = 3_600;
const minCheckSeconds = 30;
const maxPatterns = 20;
const maxHosts = 10;
/** A command that fails at once should say so in its own result. */
const earlyExitMs = 150;

const input = z.object({
  command: z.string().min(1).describe("Shell command, of one or many lines."),
  timeout: z.number().positive().max(maxTimeoutSeconds).optional().describe("Seconds until it is stopped."),
  workdir: z.string().optional().describe("Folder to run in, for this command alone."),
  background: z
    .boolean()
    .default(false)
    .describe("Start it and return at once: servers, watchers, long builds."),
  pty: z
    .boolean()
    .default(false)
    .describe("Run it in a pseudo terminal; for interactive programs with background."),
  check_interval: z
    .number()
    .min(minCheckSeconds)
    .optional()
    .describe("With background: a note every so many seconds on what it says."),
  notify_on_complete: z.boolean().default(false).describe("With background: a note when it ends."),
  watch_patterns: z
    .array(z.string().min(1))
    .max(maxPatterns)
    .default([])
    .describe("With background: a note about lines that hold one of these texts."),
  keep: z.boolean().default(false).describe("With background: it goes on after the conversation."),
});

const host = z.string().regex(/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i);

/** What takes a command beyond the wall. Where there is none there is nothing to leave, and it is not advertised. */
const leaving = {
  hosts: z
    .array(host)
    .max(maxHosts)
    .default([])
    .describe("Hosts that it needs beside the open ones: name or name:port."),
  outside: z.boolean().default(false).describe("Run it outside the wall, where nothing less will do."),
  why: z.string().trim().min(1).optional().describe("With hosts or outside: what for, in one sentence."),
};

const anyInput = input.extend(leaving);
const walledInput = anyInput.refine(
  ({ hosts, outside, why }) => why !== undefined || (hosts.length === 0 && !outside),
  { path: ["why"] },
);

type Input = z.infer<typeof anyInput>;

const run = { name: "terminal.run", summary: "run a command and wait for it, in a pseudo terminal too" };
const start = { name: "terminal.background", summary: "start a command that goes on by itself" };

/** Runs commands; see `terminalTools`. */
export function createTerminalTool(options: TerminalToolOptions): Tool {
  const { backend, processes, defaultTimeoutMs, maxOutputChars, walled } = options;
  const defaultSeconds = Math.round(defaultTimeoutMs / 1000);
  const limits = { defaultSeconds, maxSeconds: maxTimeoutSeconds, maxOutputChars, walled };
  const isWalled = walled !== false;
  const schema = isWalled ? walledInput : anyInput;
  const tool = defineTool({
    name: "terminal",
    toolset: "terminal",
    description: describeTerminal(new Set(), limits),
    describe: (present) => ({ description: describeTerminal(present, limits) }),
    emoji: "💻",
    input: schema,
    action: { of: [run, start], choose: ({ background }) => (background ? start : run).name },
    argument: ({ command: text, workdir: cwd, background, pty, timeout, hosts, outside, why }) => ({
      ...{ kind: "command", text, cwd, background },
      timeoutMs: timeout === undefined ? undefined : timeout * 1_000,
      // A trial has no network, and shows nothing that lies outside.
      canBeTried: !background && !pty && !(isWalled && (outside || hosts.length > 0)),
      ...(isWalled && { behindWall: true, outside: outside && walled === true, hosts, why }),
    }),
    detail: ({ command }) => oneLine(command),
    async cleanup(taskId) {
      await processes.endTask(taskId);
      await backend.release(taskId);
    },
    async findings({ command, background }) {
      const why = background ? undefined : await whyEndless(command);
      if (why === undefined) return [];
      return [
        {
          id: "command.endless",
          severity: "refuse",
          reason: `In the foreground a command is waited for, and this one does not end: ${why}.`,
          advice:
            "Run it with background: true, without `&`, `nohup` or `setsid`; or bound it, as with `timeout 20 …`.",
        },
      ];
    },
    async execute(given, context) {
      if (given.background) return await startInBackground(processes, given, context);
      return await runInForeground(options, given, context);
    },
  });
  const absent = walled === true ? [] : walled === "network" ? ["outside"] : Object.keys(leaving);
  return absent.length === 0 ? tool : { ...tool, parameters: () => without(absent, tool.parameters()) };
}

function without(names: readonly string[], parameters: JsonSchema): JsonSchema {
  const properties = Object.entries(parameters["properties"] ?? {}).filter(([name]) => !names.includes(name));
  return { ...parameters, properties: Object.fromEntries(properties) };
}

async function runInForeground(
  { backend, defaultTimeoutMs, maxOutputChars }: TerminalToolOptions,
  { command, timeout, workdir, pty }: Input,
  context: ToolContext,
): Promise<object> {
  const { taskId, signal } = context;
  const cwdBefore = await backend.resolve(".", { taskId });
  const reporter = progressReporter(context);
  try {
    const result = await backend.exec(command, {
      taskId,
      cwd: workdir,
      timeoutMs: timeout === undefined ? defaultTimeoutMs : timeout * 1000,
      pty,
      signal,
      wall: context.wall,
      maxOutputChars,
      onOutput: reporter?.push,
      onTerminal: (terminal) => context.progress?.({ text: "", terminal }),
    });
    return toToolResult(result, cwdBefore);
  } finally {
    reporter?.end();
  }
}

async function startInBackground(
  processes: ProcessTable,
  given: Input,
  { taskId, signal, wall }: ToolContext,
): Promise<object> {
  signal.throwIfAborted();
  const {
    command,
    workdir: cwd,
    pty,
    keep,
    notify_on_complete: onComplete,
    watch_patterns: patterns,
  } = given;
  const everyMs = given.check_interval === undefined ? undefined : given.check_interval * 1_000;
  const notify = { onComplete, patterns, everyMs };
  const entry = await processes.start(command, { taskId, cwd, pty, keep, notify, wall });
  await Promise.race([entry.ended, delay(earlyExitMs)]);
  const { id, pid } = entry.record;
  if (entry.isRunning) return { session_id: id, pid, status: "running" };
  // It is in this result: no notice needs to say it again.
  await entry.endIsKnown();
  return { pid, ...(await viewOf(entry)) };
}

function toToolResult(result: ExecResult, cwdBefore: string): object {
  return {
    output: plainText(result.output),
    ...describeExit(result),
    ...(result.cwd === cwdBefore ? {} : { cwd: result.cwd }),
    ...(result.truncated ? { truncated: true, output_chars: result.outputChars } : {}),
    ...(result.notice === undefined ? {} : { notice: result.notice }),
  };
}

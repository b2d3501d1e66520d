import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCallServer } from "../calls/call-server.ts";
import type { Jail } from "../jail/jail.ts";
import type { Language } from "../languages/language.ts";
import type { SandboxLimits } from "../limits.ts";
import { runProcess } from "./run-process.ts";
import type { ProcessEnd } from "./run-process.ts";
import type { CallTool, SandboxTool } from "../sandbox-tool.ts";

/** What a run gave. */
export interface RunResult {
  readonly status: "success" | "error" | "timeout" | "interrupted";
  /** What it printed. */
  readonly output: string;
  /** What it printed to standard error, and why it ended where it did not end by itself. */
  readonly errors: string;
  readonly toolCallsMade: number;
  readonly durationSeconds: number;
}

export interface RunCodeOptions {
  readonly language: Language;
  readonly jail: Jail;
  readonly tools: readonly SandboxTool[];
  readonly call: CallTool;
  readonly refuse?: ((tool: string) => string | undefined) | undefined;
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal;
  readonly onCall?: ((call: { readonly number: number; readonly tool: string }) => void) | undefined;
}

/** Runs code once, in a fresh process with a folder and a socket of its own; nothing of them is left. */
export async function runCode(code: string, options: RunCodeOptions): Promise<RunResult> {
  const { language, jail, tools, limits, signal } = options;
  const startedAt = performance.now();
  const calls = new AbortController();
  const folder = await mkdtemp(join(tmpdir(), "hermes-run-"));
  try {
    await chmod(folder, 0o700);
    const socket = join(folder, "tools.sock");
    const token = randomBytes(24).toString("hex");
    const [prepared, server] = await Promise.all([
      language.prepare(code, { folder, tools, limits, signal }),
      openCallServer({
        path: socket,
        token,
        tools,
        refuse: options.refuse,
        call: options.call,
        maxCalls: limits.maxCalls,
        maxParallelCalls: limits.maxParallelCalls,
        signal: calls.signal,
        onCall: options.onCall,
      }),
    ]);
    try {
      const entered = await jail.enter({
        command: [prepared.command, ...prepared.args],
        folder,
        readable: prepared.readable,
        limits,
        limitAddresses: prepared.limitAddresses,
      });
      const env = {
        ...childEnvironment(entered.work),
        ...prepared.env,
        HERMES_TOOLS_SOCKET: socket,
        HERMES_TOOLS_TOKEN: token,
      };
      const onStop = (): void => calls.abort(new Error("The run was ended."));
      const end = await runProcess(entered, { env, limits, signal, onStop }).finally(entered.dispose);
      return {
        status: statusOf(end),
        output: end.output,
        errors: errorsOf(end, limits),
        toolCallsMade: server.callsMade,
        durationSeconds: Math.round(performance.now() - startedAt) / 1000,
      };
    } finally {
      calls.abort(new Error("The run has ended."));
      await server.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Everything that a run sees of the environment. */
function childEnvironment(work: string): Readonly<Record<string, string>> {
  return { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: work, TMPDIR: work, LANG: "C.UTF-8", TERM: "dumb" };
}

function statusOf({ ended, exitCode }: ProcessEnd): RunResult["status"] {
  if (ended !== "by-itself") return ended;
  return exitCode === 0 ? "success" : "error";
}

function errorsOf({ ended, exitCode, exitSignal, errors }: ProcessEnd, limits: SandboxLimits): string {
  const note = noteOf();
  if (note === undefined) return errors;
  return errors === "" || errors.endsWith("\n") ? errors + note : `${errors}\n${note}`;

  function noteOf(): string | undefined {
    if (ended === "timeout") return `Stopped: it ran longer than ${Math.round(limits.timeoutMs / 1000)} s.`;
    if (ended === "interrupted") return "Stopped by the person.";
    if (exitCode === null) return `Ended by ${exitSignal ?? "a signal"}; perhaps it used too much memory.`;
    return errors === "" && exitCode !== 0 ? `Ended with exit code ${exitCode}.` : undefined;
  }
}

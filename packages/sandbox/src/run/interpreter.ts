import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openCallServer } from "../calls/call-server.ts";
import type { CallHandler, CallServer } from "../calls/call-server.ts";
import type { Child, Jail, JailedCommand, JailPlace } from "../jail.ts";
import type { Language } from "../languages/language.ts";
import type { SandboxLimits } from "../limits.ts";
import type { SandboxTool } from "../sandbox-tool.ts";
import { childEnvironment } from "./child-environment.ts";
import { makeRunFolder } from "./run-folder.ts";
import { runResult } from "./run-result.ts";
import type { RunResult } from "./run-result.ts";
import { endGroup, watchRun } from "./watch-run.ts";

export interface InterpreterOptions {
  readonly language: Language;
  readonly jail: Jail;
  readonly tools: readonly SandboxTool[];
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal;
  /** Told of what takes long before it is there. */
  readonly progress?: ((text: string) => void) | undefined;
  /** Started before its code is there: it loads what code will probably want. @default false */
  readonly early?: boolean | undefined;
}

export interface InterpreterRun extends Pick<CallHandler, "call" | "refuse" | "onCall"> {
  readonly signal: AbortSignal;
  /** Whether it stays for another run. */
  readonly keep: boolean;
  /** Counts as the start of the run. @default now */
  readonly startedAt?: number | undefined;
}

/** A process in its jail, with a folder and a socket of its own, that waits for code. */
export interface Interpreter {
  /** Whether it can take a run. */
  readonly isAlive: boolean;
  /** Runs code. One at a time. */
  run(code: string, run: InterpreterRun): Promise<RunResult>;
  /** Whether the program waits for it while nothing runs. */
  hold(held: boolean): void;
  /** Ends it; nothing of it is left. */
  dispose(): Promise<void>;
}

/** Starts an interpreter. Dispose it. */
export async function startInterpreter(options: InterpreterOptions): Promise<Interpreter> {
  const { limits } = options;
  const place = options.jail.reserve(limits);
  const folder = await makeRunFolder();
  const parts = await openParts(folder, place, options).catch(async (error: unknown) => {
    await Promise.all([removeFolder(folder), place.release()]);
    throw error;
  });
  const { child, server, entered } = parts;
  let disposing: Promise<void> | undefined;

  return {
    get isAlive() {
      return disposing === undefined && !child.hasExited;
    },
    async run(code, { signal, keep, startedAt = performance.now(), ...handler }) {
      const calls = new AbortController();
      const counted = server.begin({
        ...handler,
        maxCalls: limits.maxCalls,
        maxParallelCalls: limits.maxParallelCalls,
        signal: calls.signal,
      });
      const mark = keep ? process.getBuiltinModule("node:crypto").randomBytes(12).toString("hex") : undefined;
      const text = keep ? await options.language.forSession(code) : code;
      const bytes = Buffer.from(text);
      child.send(Buffer.concat([Buffer.from(`${mark ?? "once"} ${bytes.length}\n`), bytes]), {
        last: !keep,
      });
      try {
        const onStop = (): void => calls.abort(new Error("The run was ended."));
        const end = await watchRun(child, { limits, signal, onStop, mark });
        return runResult(end, { limits, keep, toolCallsMade: counted.callsMade, startedAt });
      } finally {
        calls.abort(new Error("The run has ended."));
      }
    },
    hold: (held) => child.hold(held),
    dispose() {
      disposing ??= (async () => {
        child.hold(true);
        await endGroup(child);
        await Promise.all([server.close(), entered.dispose()]);
        await removeFolder(folder);
      })();
      return disposing;
    },
  };
}

interface InterpreterParts {
  readonly child: Child;
  readonly server: CallServer;
  readonly entered: JailedCommand;
}

async function openParts(
  folder: string,
  place: JailPlace,
  { language, tools, limits, signal, progress, early }: InterpreterOptions,
): Promise<InterpreterParts> {
  const socket = join(folder, "tools.sock");
  const token = process.getBuiltinModule("node:crypto").randomBytes(24).toString("hex");
  const [opened, preparing] = await Promise.allSettled([
    openCallServer({ path: socket, token, tools }),
    language.prepare({ folder, tools, limits, signal, progress }),
  ]);
  if (opened.status === "rejected") throw opened.reason;
  const server = opened.value;
  try {
    if (preparing.status === "rejected") throw preparing.reason;
    const prepared = preparing.value;
    const entered = await place.enter({
      command: [prepared.command, ...prepared.args, ...(early === true ? ["early"] : [])],
      folder,
      readable: prepared.readable,
      limitAddresses: prepared.limitAddresses,
    });
    const env = {
      ...childEnvironment(entered.work),
      ...prepared.env,
      HERMES_TOOLS_SOCKET: socket,
      HERMES_TOOLS_TOKEN: token,
    };
    return { child: entered.start(env), server, entered };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

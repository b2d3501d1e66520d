import type { Environment, Tool, ToolContext } from "@hermes/registry";
import { allowAll, ToolRegistry } from "@hermes/registry";
import type { ChooseIsolation, Isolation, IsolationChoice } from "./isolation.ts";
import { createCodeRunner } from "./code-runner.ts";
import type { LanguageName } from "./code-runner.ts";
import { enforceIsolation } from "./enforce-isolation.ts";
import { defaultLimits } from "./limits.ts";
import type { SandboxLimits } from "./limits.ts";
import type { RunResult } from "./run/run-result.ts";
import type { CallNote, CallTool } from "./sandbox-tool.ts";

export interface CreateSandboxOptions {
  /** Where jails come from: `chooseIsolation` of `@hermes/jail`. */
  readonly chooseIsolation: ChooseIsolation;
  /** What code is written in unless a run says otherwise. @default "python" */
  readonly language?: LanguageName | undefined;
  /** Tools that code may call, made with `defineTool`. Every call is let through: what may be called is your choice. */
  readonly tools?: readonly Tool[] | undefined;
  readonly limits?: Partial<SandboxLimits> | undefined;
  /** @default "jail" */
  readonly isolation?: IsolationChoice | undefined;
  /**
   * Starts the next interpreter as soon as a run has ended, in a jail of its own, so that the next run finds it loaded. It
   * waits for two minutes at most; dispose the sandbox to end it. @default false
   */
  readonly startAhead?: boolean | undefined;
  /** Folder in which Deno is kept once it was fetched, for JavaScript without a jail. Absent: none is fetched. */
  readonly programs?: string | undefined;
  /** Where `python3`, `deno` and `npm` are looked for. @default PATH of common folders */
  readonly env?: Environment | undefined;
}

export interface RunOptions {
  readonly language?: LanguageName | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Runs in the interpreter of this name, made where there is none, so that names carry over from run to run. It ends
   * with the sandbox, with a run that has to be stopped, and after ten minutes without one.
   */
  readonly session?: string | undefined;
  /** Told of each call when it starts. */
  readonly onCall?: ((note: CallNote) => void) | undefined;
}

export interface Sandbox extends AsyncDisposable {
  /**
   * Runs code in a fresh process. What the code does wrong is part of the result.
   *
   * @throws {HermesError} `SANDBOX_NO_JAIL` when a jail is needed and there is none, `SANDBOX_NO_PYTHON` without a
   * `python3`, `SANDBOX_NO_DENO` without a Deno where it is the boundary, `SANDBOX_UNSUPPORTED` on Windows.
   */
  run(code: string, options?: RunOptions): Promise<RunResult>;
  /** How much of the machine a run can reach here. */
  isolation(): Promise<Isolation>;
}

const plainPath = "/usr/local/bin:/usr/bin:/bin";
const owner = "sandbox";

/**
 * A place for code that nobody has read.
 *
 * @example See examples/basic.ts
 */
export function createSandbox(options: CreateSandboxOptions): Sandbox {
  const { tools = [], isolation: choice = "jail", env = { PATH: plainPath } } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(...tools);
  let isolation: Promise<Isolation> | undefined;
  const isolate = (): Promise<Isolation> => (isolation ??= enforceIsolation(choice, options));
  let definitions: ReturnType<typeof registry.definitions> | undefined;
  const { startAhead = false, programs } = options;
  const runner = createCodeRunner({ isolation: isolate, limits, env, programs, startAhead });

  return {
    isolation: isolate,
    async run(code, { language = options.language ?? "python", signal = never, session, onCall } = {}) {
      return await runner.run(code, {
        language,
        tools: await (definitions ??= registry.definitions()),
        call: callThrough(registry),
        signal,
        session,
        owner,
        onCall,
      });
    },
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]();
    },
  };
}

const never = new AbortController().signal;

function callThrough(registry: ToolRegistry): CallTool {
  return async ({ tool, args, number, signal }) =>
    await registry.dispatchValue(tool, args, contextOf(number, signal));
}

function contextOf(number: number, signal: AbortSignal): ToolContext {
  const id = `call-${number}`;
  return {
    taskId: "sandbox",
    sessionId: "sandbox",
    callId: id,
    signal,
    origin: { platform: "library", entryPoint: "sandbox" },
  };
}

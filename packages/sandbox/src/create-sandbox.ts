import type { Environment, Tool, ToolContext } from "@hermes/registry";
import { allowAll, HermesError, ToolRegistry } from "@hermes/registry";
import { chooseIsolation } from "./isolation.ts";
import type { Isolation, IsolationChoice } from "./isolation.ts";
import { findPython } from "./languages/find-python.ts";
import { javascriptLanguage } from "./languages/javascript.ts";
import type { Language } from "./languages/language.ts";
import { pythonLanguage } from "./languages/python.ts";
import { defaultLimits } from "./limits.ts";
import type { SandboxLimits } from "./limits.ts";
import { runCode } from "./run/run-code.ts";
import type { RunResult } from "./run/run-code.ts";
import type { CallTool } from "./sandbox-tool.ts";

export type LanguageName = Language["name"];

export interface CreateSandboxOptions {
  /** What code is written in unless a run says otherwise. @default "python" */
  readonly language?: LanguageName | undefined;
  /** Tools that code may call, made with `defineTool`. Every call is let through: what may be called is your choice. */
  readonly tools?: readonly Tool[] | undefined;
  readonly limits?: Partial<SandboxLimits> | undefined;
  /** @default "jail" */
  readonly isolation?: IsolationChoice | undefined;
  /** Where `python3` is looked for. @default PATH of common folders */
  readonly env?: Environment | undefined;
}

export interface RunOptions {
  readonly language?: LanguageName | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of each call when it starts. */
  readonly onCall?: ((call: { readonly number: number; readonly tool: string }) => void) | undefined;
}

export interface Sandbox {
  /**
   * Runs code in a fresh process. What the code does wrong is part of the result.
   *
   * @throws {HermesError} `SANDBOX_NO_JAIL` when a jail is demanded and there is none, `SANDBOX_NO_PYTHON` without a
   * `python3`, `SANDBOX_UNSUPPORTED` on Windows.
   */
  run(code: string, options?: RunOptions): Promise<RunResult>;
  /** How much of the machine a run can reach here. */
  isolation(): Promise<Isolation>;
}

const plainPath = "/usr/local/bin:/usr/bin:/bin";

/**
 * A place for code that nobody has read.
 *
 * @example See examples/basic.ts
 */
export function createSandbox(options: CreateSandboxOptions = {}): Sandbox {
  const { tools = [], isolation: choice = "jail", env = { PATH: plainPath } } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(...tools);
  const languages = createLanguages(env);
  let isolation: Promise<Isolation> | undefined;
  const isolate = (): Promise<Isolation> => (isolation ??= enforce(choice));

  return {
    isolation: isolate,
    async run(code, { language = options.language ?? "python", signal = never, onCall } = {}) {
      const [{ jail }, definitions] = await Promise.all([isolate(), registry.definitions()]);
      return await runCode(code, {
        language: languages[language],
        jail,
        tools: definitions,
        call: callThrough(registry),
        limits,
        signal,
        onCall,
      });
    },
  };
}

const never = new AbortController().signal;

async function enforce(choice: IsolationChoice): Promise<Isolation> {
  if (process.platform === "win32") {
    throw new HermesError("Code can't be run on Windows yet.", {
      code: "SANDBOX_UNSUPPORTED",
      hint: "Run it in WSL.",
    });
  }
  const found = await chooseIsolation(choice);
  if (!("refused" in found)) return found;
  throw new HermesError(`There is no jail to run code in: ${found.refused}`, {
    code: "SANDBOX_NO_JAIL",
    hint: 'Install bubblewrap, or allow less with isolation: "prefer-jail".',
  });
}

function createLanguages(env: Environment): Readonly<Record<LanguageName, Language>> {
  let python: ReturnType<typeof findPython> | undefined;
  return {
    javascript: javascriptLanguage(),
    python: pythonLanguage(async () => {
      const found = await (python ??= findPython(env));
      if (found !== undefined) return found;
      throw new HermesError("There is no python3 that works.", {
        code: "SANDBOX_NO_PYTHON",
        hint: "Install Python 3, or write the code in JavaScript.",
      });
    }),
  };
}

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
    origin: { platform: "library", door: "sandbox" },
  };
}

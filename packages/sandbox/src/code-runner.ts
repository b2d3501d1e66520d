import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import type { DenoRelease } from "./deno/deno-release.ts";
import { findDeno } from "./deno/find-deno.ts";
import type { Isolation } from "./isolation.ts";
import { findPython } from "./languages/find-python.ts";
import { javascriptLanguage } from "./languages/javascript.ts";
import type { Language } from "./languages/language.ts";
import { pythonLanguage } from "./languages/python.ts";
import type { SandboxLimits } from "./limits.ts";
import type { CodeRun } from "./run/code-run.ts";
import { startInterpreter } from "./run/interpreter.ts";
import type { Interpreter } from "./run/interpreter.ts";
import { removeLeftFolders } from "./run/run-folder.ts";
import type { RunResult } from "./run/run-result.ts";
import { persistentInterpreters } from "./run/persistent-interpreters.ts";
import { prestartedInterpreters } from "./run/prestarted-interpreters.ts";

export type LanguageName = Language["name"];

export interface CodeRunnerOptions {
  readonly isolation: () => Promise<Isolation>;
  readonly limits: SandboxLimits;
  /** Where `python3`, `deno` and `npm` are looked for. */
  readonly env: Environment;
  /** Folder in which a fetched Deno is kept. Undefined: none is fetched. */
  readonly programs?: string | undefined;
  /** The Deno that is fetched. @default pinnedDeno */
  readonly denoRelease?: DenoRelease | undefined;
  /** Whether the next interpreter is started ahead, once one was used. */
  readonly startAhead: boolean;
  /** How long an interpreter may wait for its next run. @default 600_000 */
  readonly idleMs?: number | undefined;
}

/** Runs code in fresh interpreters, or in such that are kept. */
export interface CodeRunner extends AsyncDisposable {
  run(code: string, run: CodeRun): Promise<RunResult>;
  /** Ends every interpreter of an owner. */
  end(owner: string): Promise<void>;
}

export function createCodeRunner(options: CodeRunnerOptions): CodeRunner {
  const { isolation, limits, startAhead, idleMs = 600_000 } = options;
  const languageFor = createLanguages(options);
  let cleaned: Promise<void> | undefined;

  const start = async (run: CodeRun, early: boolean): Promise<Interpreter> => {
    const { tools, signal, progress } = run;
    const [found] = await Promise.all([isolation(), (cleaned ??= removeLeftFolders())]);
    const language = languageFor(run.language, found);
    return await startInterpreter({ language, jail: found.jail, tools, limits, signal, progress, early });
  };
  const kept = persistentInterpreters({ start: (run) => start(run, true), idleMs });
  const ready = prestartedInterpreters({ start, startAhead, idleMs: Math.min(idleMs, 120_000) });

  return {
    run: async (code, run) =>
      run.session === undefined ? await ready.run(code, run) : await kept.run(code, run, run.session),
    async end(owner) {
      await Promise.all([kept.end(owner), ready.end(owner)]);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([kept.end(), ready.end()]);
    },
  };
}

type LanguageFor = (name: LanguageName, isolation: Isolation) => Language;

function createLanguages({ env, programs, denoRelease: release }: CodeRunnerOptions): LanguageFor {
  let python: ReturnType<typeof findPython> | undefined;
  let deno: string | undefined;
  const inProcess = {
    javascript: javascriptLanguage(),
    python: pythonLanguage(async () => {
      const found = await (python ??= findPython(env));
      if (found !== undefined) return found;
      python = undefined;
      throw new HermesError("There is no python3 that works.", {
        code: "SANDBOX_NO_PYTHON",
        hint: "Install Python 3, or write the code in JavaScript.",
      });
    }),
  };
  const inDeno = javascriptLanguage(
    async (options) => (deno ??= await findDeno({ ...options, env, programs, release })),
  );
  return (name, { jail, withoutJail, hint }) => {
    if (jail.level !== "deno") return inProcess[name];
    if (name === "javascript") return inDeno;
    throw new HermesError(
      `Python runs only in a jail, and there is none here: ${withoutJail ?? "it is missing"}`,
      {
        code: "SANDBOX_NO_JAIL",
        hint: `${hint ?? ""} JavaScript runs without one, in Deno.`.trim(),
      },
    );
  };
}

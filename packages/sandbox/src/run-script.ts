import { cp, lstat, rm } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import type { Environment } from "@hermes/registry";
import type { Jail, JailedCommand, JailPlace } from "./jail.ts";
import { findPython } from "./languages/find-python.ts";
import { defaultLimits } from "./limits.ts";
import type { SandboxLimits } from "./limits.ts";
import { childEnvironment } from "./run/child-environment.ts";
import { makeRunFolder } from "./run/run-folder.ts";
import { runProcess } from "./run/run-process.ts";

export interface RunScriptOptions {
  /** What the script may reach is what this says; see `chooseIsolation`. */
  readonly jail: Jail;
  /** The folder that the script belongs to, absolute. It runs in a copy of it, and nothing comes back from there. */
  readonly folder: string;
  /** In the folder, such as `scripts/check.py`. Its ending says what runs it: Python, Node or sh. */
  readonly script: string;
  readonly limits?: Partial<SandboxLimits> | undefined;
  /** Where `python3` is looked for. */
  readonly env: Environment;
  readonly signal: AbortSignal;
}

export type ScriptRun =
  | {
      readonly ran: true;
      /** Null when a signal ended it. */
      readonly exitCode: number | null;
      readonly ended: "by-itself" | "timeout" | "interrupted";
      /** What it printed, then what it complained about. */
      readonly output: string;
    }
  /** The reason is a sentence. */
  | { readonly ran: false; readonly reason: string };

/** Runs a script of a folder with the folder's copy as its working folder. Links in the folder are left out of the copy. */
export async function runScript(options: RunScriptOptions): Promise<ScriptRun> {
  const { script, env, signal } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const program = await programFor(script, env);
  if (typeof program === "string") return { ran: false, reason: program };
  signal.throwIfAborted();
  const place = options.jail.reserve(limits);
  const run = await makeRunFolder();
  try {
    const entered = await enter({ ...options, run, program, place }).catch(async (error: unknown) => {
      await place.release();
      throw error;
    });
    const { PATH, ...rest } = childEnvironment(entered.work);
    const childEnv = { ...rest, PATH: `${PATH}:${nodeFolder}` };
    const watch = { env: childEnv, limits, signal, onStop: () => undefined };
    try {
      const { exitCode, ended, output, errors } = await runProcess(entered, watch);
      return {
        ran: true,
        exitCode,
        ended,
        output: [output, errors].filter((text) => text !== "").join("\n"),
      };
    } finally {
      await entered.dispose();
    }
  } finally {
    await rm(run, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Entry extends Pick<RunScriptOptions, "folder" | "script"> {
  readonly program: Program;
  readonly place: JailPlace;
  /** Folder of the run. */
  readonly run: string;
}

/** The command in its jail. What can be written there is empty, so that the command begins with copying. */
async function enter({ folder, script, program, place, run }: Entry): Promise<JailedCommand> {
  const files = join(run, "files");
  // Whoever owns the run becomes the owner of all that is copied here: also of what a link leads to.
  const filter = async (path: string): Promise<boolean> => !(await lstat(path)).isSymbolicLink();
  await cp(folder, files, { recursive: true, filter });
  const copying = ["sh", "-c", 'cp -R "$1/." . && shift && exec "$@"', "sh", files];
  return await place.enter({
    command: [...copying, ...program.command, script],
    folder: run,
    readable: program.readable,
    limitAddresses: false,
  });
}

interface Program {
  readonly command: readonly string[];
  /** Files and folders outside the system's own that it reads. */
  readonly readable: readonly string[];
}

const nodeFolder = dirname(process.execPath);

/** What runs a script, or why nothing does. */
async function programFor(script: string, env: Environment): Promise<Program | string> {
  switch (extname(script)) {
    case ".sh":
      // Scripts of the shell like to call others.
      return { command: ["sh"], readable: [nodeFolder] };
    case ".js":
    case ".mjs":
    case ".cjs":
    case ".ts":
    case ".mts":
      return { command: [process.execPath, "--disable-warning=ExperimentalWarning"], readable: [nodeFolder] };
    case ".py": {
      const python = await findPython(env);
      if (python === undefined) return `${script} needs python3, and there is none that works.`;
      return { command: [python.executable, "-B", "-u", "-X", "utf8"], readable: python.readable };
    }
    default:
      return `Nothing is known that runs ${script}; it can end in .py, .js, .mjs, .ts or .sh.`;
  }
}

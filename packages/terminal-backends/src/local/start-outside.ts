import { buildShellScript } from "../shell-script.ts";
import type { LocalTask } from "./local-task.ts";
import { markerName, savedDirectory } from "./shell-state.ts";
import type { ShellCall } from "./shell-state.ts";
import { startInTerminal } from "./start-in-terminal.ts";
import { startPtyShell } from "./start-pty-shell.ts";
import { startShell } from "./start-shell.ts";
import type { RunningShell } from "./start-shell.ts";
import { terminalOf } from "./started-command.ts";
import type { CommandToStart, StartedCommand } from "./started-command.ts";
import type { LocalResources } from "./local-resources.ts";

export interface StartOutsideOptions extends CommandToStart {
  readonly resources: LocalResources;
  /** What sudo needs. */
  readonly sudo: Readonly<Record<string, string>> | undefined;
  /** It starts as a first command does, and leaves nothing but its working directory: others must have no say in it. */
  readonly fresh: boolean;
}

/** Starts a command with the rights of this process. */
export async function startOutside(start: StartOutsideOptions): Promise<StartedCommand> {
  const { task, options, fresh } = start;
  const jailed = task.jailed?.paths;
  const call = task.state.begin({ fresh });
  try {
    const shell = await startIn(outsideFolder(task, options.cwd), call, start);
    return {
      shell,
      adopt() {
        const directory = savedDirectory(call);
        if (directory === undefined || task.released || fresh) task.state.drop(call);
        else task.state.adopt(call);
        if (directory === undefined || task.released) return;
        task.moveTo(jailed?.inside(directory) ?? directory, options.cwd);
      },
      notices: (output) =>
        jailed !== undefined && output.includes("/tmp")
          ? [
              `Outside of the wall /tmp is that of the machine. What was put there behind the wall is in ${jailed.root}.`,
            ]
          : [],
      finish: () => call.finish(),
    };
  } catch (error) {
    call.finish();
    throw error;
  }
}

/** Where a command starts that is not behind the wall; see `LocalTask.directoryFor`. */
export function outsideFolder(task: LocalTask, givenCwd: string | undefined): string {
  const { jailed } = task;
  const cwd = task.absolute(givenCwd ?? ".");
  if (jailed?.paths.has(cwd) !== true) return task.directoryFor(givenCwd);
  try {
    return jailed.paths.outside(cwd);
  } catch {
    throw task.directoryMissing(cwd, givenCwd === undefined ? task.startsIn : undefined);
  }
}

/** In a terminal a pager waits for a person. */
const withoutPager = { PAGER: "cat", GIT_PAGER: "cat" };

async function startIn(cwd: string, call: ShellCall, start: StartOutsideOptions): Promise<RunningShell> {
  const { command, options, save, onText, resources, sudo } = start;
  const { pipes, shell, env } = resources;
  const commandFile = call.storeLong(command);
  const terminal = terminalOf(options.pty);
  const openTerminal =
    terminal === undefined && options.stdin === undefined ? options.openTerminal : undefined;
  const script = buildShellScript({
    commandFile,
    stateFile: call.stateFile,
    saveTo: save ? call.saveTo : undefined,
    env: openTerminal === undefined ? options.env : { ...withoutPager, ...options.env },
    cwd,
    dialect: shell.dialect,
    transient: [markerName],
  });
  const started = {
    shell,
    script,
    scriptArguments: commandFile === undefined ? [command] : [],
    cwd,
    // What a state holds is everything: a variable that was unset must not come back.
    env: {
      ...(call.stateFile === undefined ? env : {}),
      ...sudo,
      PWD: cwd,
      [markerName]: call.markerValue,
    },
    marker: call.marker,
    stdin: options.stdin,
    onText,
  };
  if (openTerminal !== undefined) {
    const file = `${call.saveTo.file}-start`;
    const elsewhere = await startInTerminal(started, { ...options, openTerminal, file });
    if (elsewhere !== undefined) return elsewhere;
  }
  return terminal === undefined
    ? await startShell({ ...started, pipe: await pipes.open() })
    : await startPtyShell({ ...started, ...terminal });
}

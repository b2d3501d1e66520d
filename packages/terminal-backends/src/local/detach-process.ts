import type { SpawnOptions } from "../backend.ts";
import { buildShellScript } from "../shell-script.ts";
import type { JailProfile, JailedTask } from "./jailed/jailed-task.ts";
import type { LocalTask } from "./local-task.ts";
import { markerName } from "./shell-state.ts";
import type { ShellState } from "./shell-state.ts";
import type { StartDetachedOptions } from "./start-detached.ts";
import { shellArguments } from "./start-shell.ts";
import { outsideFolder } from "./start-outside.ts";
import type { LocalResources } from "./local-resources.ts";

export interface DetachOptions extends Pick<SpawnOptions, "cwd" | "env"> {
  readonly command: string;
  readonly task: LocalTask;
  readonly resources: LocalResources;
}

/** How a process is started that outlives this program. */
export interface DetachedStart extends Omit<StartDetachedOptions, "folder"> {
  /** Lets go of the state that it begins with. */
  readonly finish: () => void;
}

/** @param options `fresh`: it starts without what other commands left behind. */
export function detachOutside(options: DetachOptions, { fresh }: { readonly fresh: boolean }): DetachedStart {
  const { task, resources } = options;
  const cwd = outsideFolder(task, options.cwd);
  const { command, isFirst, finish } = shellFor(task.state, cwd, { ...options, fresh });
  return { command, cwd, env: { ...(isFirst ? resources.env : {}), PWD: cwd }, finish };
}

/** In a jail of its own: that of its task ends with this program. What follows it is outside, where it has no say in it. */
export function detachJailed(
  options: DetachOptions,
  jailed: JailedTask,
  profile: JailProfile,
): DetachedStart {
  const cwd = options.task.absolute(options.cwd ?? ".");
  const { command, isFirst, finish } = shellFor(jailed.state, cwd, options);
  const { PATH = "", ...env } = isFirst ? jailed.environment : {};
  return {
    command: jailed.enterAlone(["/bin/sh", "-c", enterFolder, "sh", cwd, PATH, ...command], profile),
    cwd: "/",
    env: { ...env, PATH: jailed.systemPath, PWD: cwd },
    finish,
  };
}

// A folder of the jail may not be there outside, and what makes the jail is not looked for on the path of commands.
const enterFolder = `cd "$1" || exit 1
if [ -n "$2" ]; then PATH=$2; fi
shift 2
exec "$@"`;

function shellFor(
  state: ShellState,
  cwd: string,
  { command, env, resources: { shell }, fresh }: DetachOptions & { readonly fresh?: boolean | undefined },
): { readonly command: readonly string[]; readonly isFirst: boolean; readonly finish: () => void } {
  const { stateFile, finish } = state.begin({ fresh });
  const script = buildShellScript({
    commandFile: undefined,
    stateFile,
    saveTo: undefined,
    env,
    cwd,
    dialect: shell.dialect,
    transient: [markerName],
  });
  return {
    command: [shell.path, ...shellArguments({ shell, script, scriptArguments: [command] })],
    isFirst: stateFile === undefined,
    finish,
  };
}

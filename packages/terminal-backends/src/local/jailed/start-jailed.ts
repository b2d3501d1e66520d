import { terminalOf } from "../started-command.ts";
import type { CommandToStart, StartedCommand } from "../started-command.ts";
import type { JailProfile, JailedTask } from "./jailed-task.ts";
import { MissingFolder } from "./session-jail.ts";
import { refusedPaths } from "./refused-paths.ts";

export interface StartJailedOptions extends CommandToStart {
  readonly jailed: JailedTask;
  readonly profile: JailProfile;
}

/** Starts a command behind the wall. */
export async function startJailed(start: StartJailedOptions): Promise<StartedCommand> {
  const { task, jailed, options } = start;
  const cwd = task.absolute(options.cwd ?? ".");
  const closeHosts = await jailed.giveHosts(options.wall ?? {});
  const call = jailed.state.begin();
  const finish = (): void => {
    call.finish();
    closeHosts();
  };
  try {
    const { env, stdin, pty } = options;
    const shell = await jailed.start({ ...start, call, cwd, env, stdin, terminal: terminalOf(pty) });
    return {
      shell,
      adopt() {
        const directory = shell.directory();
        if (directory === undefined || task.released) {
          jailed.state.drop(call);
          return;
        }
        jailed.state.adopt(call);
        task.moveTo(directory, options.cwd);
      },
      notices: (output) => [
        ...jailed.takeNotices(),
        ...refusals(output, { cwd, own: [task.startsIn, "/tmp"] }),
      ],
      finish,
    };
  } catch (error) {
    finish();
    if (!(error instanceof MissingFolder)) throw error;
    throw task.directoryMissing(cwd, options.cwd === undefined ? error.nearest : undefined);
  }
}

function refusals(
  output: string,
  where: { readonly cwd: string; readonly own: readonly string[] },
): readonly string[] {
  const paths = refusedPaths({ output, ...where });
  if (paths.length === 0) return [];
  return [
    `Behind the wall ${paths.join(", ")} can't be used like that. Where it has to be, call again with outside: true and why; the person is asked.`,
  ];
}

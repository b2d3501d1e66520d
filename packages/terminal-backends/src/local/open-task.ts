import { join } from "node:path";
import { JailedTask } from "./jailed/jailed-task.ts";
import type { LocalBackendOptions } from "./local-backend-options.ts";
import { LocalTask } from "./local-task.ts";
import type { LocalResources } from "./local-resources.ts";

export interface OpenTaskOptions extends Pick<LocalBackendOptions, "cwd" | "env" | "wall"> {
  readonly resources: LocalResources;
  readonly taskId: string;
  /** Names its folders: no other task of the backend has it. */
  readonly number: string;
  /** Called when there is a jail more or less. */
  readonly onJails: () => void;
}

/** Makes what one task has: a folder, and behind a wall a part of its own. */
export function openTask(options: OpenTaskOptions): LocalTask {
  const { resources, taskId, number, cwd, env, wall, onJails } = options;
  const { id, jailFolder } = resources;
  const folder = join(resources.folder, number);
  const task = new LocalTask({ cwd, home: env["HOME"], folder, id: `${id}/${number}` });
  if (wall !== undefined && jailFolder !== undefined) {
    task.jailed = new JailedTask({
      ...resources,
      ...{ wall, taskId, id: `${id}/${number}-jail`, onJails },
      folder: join(jailFolder, number),
      temporary: join(folder, "tmp"),
      shared: wall.sharedTemporary ?? [cwd],
      hidden: [resources.folder],
    });
  }
  return task;
}

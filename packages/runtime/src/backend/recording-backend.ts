import type { CallWall } from "@hermes/registry";
import type { Backend } from "@hermes/terminal-backends";
import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { StoredAgentFiles } from "../permissions/agent-files.ts";
import { within } from "../permissions/agent-spans.ts";
import type { AgentSpans } from "../permissions/agent-spans.ts";

export interface RecordingOptions {
  readonly spans: AgentSpans;
  readonly files: Pick<StoredAgentFiles, "wrote">;
  /** Absolute. Of the person's projects it is all that a command can write to behind the wall of the workspace. */
  readonly workspace: string;
}

/** Notes what is done in a backend that reaches files of this machine, so that it is known later who made them. */
export function recordingBackend(backend: Backend, { spans, files, workspace }: RecordingOptions): Backend {
  const { kind, capabilities, mounts, forwarded } = backend;
  const { isolated } = capabilities;
  if (isolated && !(mounts ?? []).some(({ writable }) => writable)) return backend;
  /** Tasks that were not released yet, for a backend that can't say what is left of their commands. */
  const tasks = new Set<string>();
  const name = crypto.randomUUID();
  let root: Promise<string> | undefined;
  /** Behind the wall of this machine nothing is written of other projects. */
  const placeOf = async (wall: CallWall | undefined): Promise<string> =>
    isolated || wall === undefined || wall.profile === "open" ? "" : await (root ??= realTarget(workspace));

  async function begin(taskId: string, wall: CallWall | undefined): Promise<() => Promise<void>> {
    tasks.add(taskId);
    const isRunning = async (): Promise<boolean> => (await backend.isBusy?.(taskId)) ?? tasks.has(taskId);
    return await spans.begin(await placeOf(wall), { name: `${name} ${taskId}`, isRunning });
  }

  return {
    ...{ kind, capabilities, mounts, forwarded },
    async exec(command, options) {
      const end = await begin(options.taskId, options.wall);
      try {
        return await backend.exec(command, options);
      } finally {
        await end();
      }
    },
    async spawn(command, options) {
      const { taskId, wall, keepAs } = options;
      const end = await begin(taskId, wall);
      try {
        const started = await backend.spawn(command, options);
        const { pid, exited } = started;
        if (keepAs === undefined || pid === undefined) void exited.then(end, end);
        else {
          const endKept = await spans.beginKept(await placeOf(wall), pid);
          void exited.then(endKept, endKept);
          await end();
        }
        return started;
      } catch (error) {
        await end();
        throw error;
      }
    },
    async writeFile(path, data, options) {
      if (isolated) return await within(spans, () => backend.writeFile(path, data, options));
      // Before it is written: whatever happens in between, it is known.
      await files.wrote(await realTarget(await backend.resolve(path, options)), data);
      return await backend.writeFile(path, data, options);
    },
    rename: (from, to, options) => within(spans, () => backend.rename(from, to, options)),
    async release(taskId) {
      await backend.release(taskId);
      tasks.delete(taskId);
      await spans.settle();
    },
    async dispose() {
      await backend.dispose();
      tasks.clear();
      await spans.settle();
    },
    resolve: (path, options) => backend.resolve(path, options),
    readFile: (path, options) => backend.readFile(path, options),
    stat: (path, options) => backend.stat(path, options),
    list: (path, options) => backend.list(path, options),
    remove: (path, options) => backend.remove(path, options),
    scratch: (options) => backend.scratch(options),
    ...(backend.startIn === undefined ? {} : { startIn: backend.startIn.bind(backend) }),
    ...(backend.prepare === undefined ? {} : { prepare: backend.prepare.bind(backend) }),
    ...(backend.isBusy === undefined ? {} : { isBusy: backend.isBusy.bind(backend) }),
    ...(backend.attach === undefined ? {} : { attach: followed(backend.attach.bind(backend), spans) }),
  };
}

/** A process that is found again goes on with what it began. */
function followed(attach: NonNullable<Backend["attach"]>, spans: AgentSpans): NonNullable<Backend["attach"]> {
  return async (handle, options) => {
    const found = await attach(handle, options);
    if (found === undefined) return undefined;
    const isKept = "keptAs" in handle && found.pid !== undefined;
    const end = isKept ? await spans.followKept(found.pid) : await spans.begin("");
    void found.exited.then(end, end);
    return found;
  };
}

/** Where a path leads, whose last part need not be there yet. */
async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await realTarget(above), basename(path));
  }
}

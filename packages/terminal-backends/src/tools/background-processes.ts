import { HermesError } from "@hermes/registry";
import type { Backend, BackendProcess } from "../backend.ts";

/** A command in the background, and what became of it. */
export interface TrackedProcess {
  readonly command: string;
  readonly process: BackendProcess;
  readonly startedAtMs: number;
  /** Undefined while it runs. */
  exit:
    | { readonly exitCode: number | null; readonly signal?: string | undefined; readonly atMs: number }
    | undefined;
}

const maxTracked = 64;

/** The background processes of each task. A task sees and ends its own alone. */
export class BackgroundProcesses {
  readonly #backend: Backend;
  readonly #now: () => number;
  readonly #tasks = new Map<string, Map<string, TrackedProcess>>();

  constructor({ backend, now }: { readonly backend: Backend; readonly now: () => number }) {
    this.#backend = backend;
    this.#now = now;
  }

  /** @throws {HermesError} `BACKEND_TOO_MANY_PROCESSES` when 64 of the task still run. */
  async start(
    command: string,
    options: { readonly taskId: string; readonly cwd?: string | undefined },
  ): Promise<TrackedProcess> {
    const tracked = this.#ofTask(options.taskId);
    makeRoom(tracked);
    const process = await this.#backend.spawn(command, options);
    const entry: TrackedProcess = { command, process, startedAtMs: this.#now(), exit: undefined };
    tracked.set(process.id, entry);
    // Rejects only if the backend itself fails; the process is then lost to it.
    process.exited.then(
      (exit) => (entry.exit = { ...exit, atMs: this.#now() }),
      () => (entry.exit = { exitCode: null, atMs: this.#now() }),
    );
    return entry;
  }

  list(taskId: string): readonly TrackedProcess[] {
    return [...(this.#tasks.get(taskId)?.values() ?? [])];
  }

  find(taskId: string, id: string): TrackedProcess | undefined {
    return this.#tasks.get(taskId)?.get(id);
  }

  forget(taskId: string): void {
    this.#tasks.delete(taskId);
  }

  #ofTask(taskId: string): Map<string, TrackedProcess> {
    const known = this.#tasks.get(taskId) ?? new Map<string, TrackedProcess>();
    this.#tasks.set(taskId, known);
    return known;
  }
}

function makeRoom(tracked: Map<string, TrackedProcess>): void {
  if (tracked.size < maxTracked) return;
  // Maps keep the order of insertion: the first that has ended is the oldest.
  for (const [id, { exit }] of tracked) {
    if (exit === undefined) continue;
    tracked.delete(id);
    return;
  }
  throw new HermesError(`${maxTracked} processes run in the background already.`, {
    code: "BACKEND_TOO_MANY_PROCESSES",
    hint: "End some of them first.",
  });
}

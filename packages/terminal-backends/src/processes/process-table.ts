import type { CallWall } from "@hermes/registry";
import { HermesError } from "@hermes/registry";
import type { Backend } from "../backend.ts";
import { closedText } from "./notice-text.ts";
import type { ProcessNotice, ProcessNotify, ProcessRecord, ProcessRecords } from "./process-record.ts";
import { memoryRecords } from "./process-record.ts";
import { TrackedProcess, withNotice } from "./tracked-process.ts";

export interface ProcessTableOptions {
  readonly backend: Backend;
  /** Where records outlive the program. @default memoryRecords() */
  readonly records?: ProcessRecords | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

export interface StartProcessOptions {
  readonly taskId: string;
  readonly cwd?: string | undefined;
  /** Runs it in a pseudo terminal of 120 × 30. */
  readonly pty?: boolean | undefined;
  /** It goes on when its task ends. */
  readonly keep?: boolean | undefined;
  readonly notify?: Partial<ProcessNotify> | undefined;
  /** What holds it. @default what the backend does by itself */
  readonly wall?: CallWall | undefined;
}

/** Size of the pseudo terminals. */
const terminalSize: { readonly columns: number; readonly rows: number } = { columns: 120, rows: 30 };

const maxTracked = 64;
const keptFinishedMs = 30 * 60 * 1_000;

/**
 * The background processes of each task. A task sees and ends its own alone.
 *
 * What an earlier run of the program left behind is found again, or reported as lost, when the task is first asked for.
 */
export class ProcessTable {
  readonly #backend: Backend;
  readonly #records: ProcessRecords;
  readonly #now: () => number;
  readonly #tasks = new Map<string, Promise<Map<string, TrackedProcess>>>();
  /** Those of `#tasks` that are there, for who can't wait. */
  readonly #known = new Map<string, Map<string, TrackedProcess>>();

  constructor({ backend, records = memoryRecords(), now = Date.now }: ProcessTableOptions) {
    this.#backend = backend;
    this.#records = records;
    this.#now = now;
  }

  /** @throws {HermesError} `BACKEND_TOO_MANY_PROCESSES` when 64 of the task still run, and what the backend throws. */
  async start(command: string, options: StartProcessOptions): Promise<TrackedProcess> {
    const { taskId, cwd, pty = false, keep = false, wall } = options;
    const tracked = await this.#ofTask(taskId);
    await this.#makeRoom(tracked);
    const keepAs = keep ? crypto.randomUUID() : undefined;
    const entry = this.#track({
      taskId,
      id: nextId(tracked),
      command,
      startedAtMs: this.#now(),
      keep,
      pty,
      wall: wall?.profile,
      state: "starting",
      handle: keepAs === undefined ? undefined : { keptAs: keepAs },
      pid: undefined,
      exit: undefined,
      notify: { onComplete: false, patterns: [], everyMs: undefined, ...options.notify },
      matches: 0,
      noticesMade: 0,
      notices: [],
    });
    const { id } = entry.record;
    tracked.set(id, entry);
    try {
      // Before it is started: whatever happens now, the next run of the program knows that it may be there.
      await this.#records.save(entry.record);
      const process = await this.#backend.spawn(command, {
        taskId,
        cwd,
        ...(pty ? { pty: terminalSize } : {}),
        ...(keepAs === undefined ? {} : { keepAs }),
        ...(wall === undefined ? {} : { wall }),
      });
      await entry.follow(process);
      return entry;
    } catch (error) {
      tracked.delete(id);
      await entry.close();
      await this.#records.remove(taskId, id).catch(() => undefined);
      throw error;
    }
  }

  /** Oldest first. Those that ended more than 30 minutes ago are forgotten. */
  async list(taskId: string): Promise<readonly TrackedProcess[]> {
    const tracked = await this.#ofTask(taskId);
    await this.#forgetOld(tracked);
    return [...tracked.values()];
  }

  /** How many run. Only of tasks that were restored or used. */
  running(taskId: string): number {
    return [...(this.#known.get(taskId)?.values() ?? [])].filter((entry) => entry.isRunning).length;
  }

  async find(taskId: string, id: string): Promise<TrackedProcess | undefined> {
    return (await this.#ofTask(taskId)).get(id);
  }

  /** Pending notices, oldest first. Only of tasks that were restored or used. */
  notices(taskId: string): readonly ProcessNotice[] {
    return [...(this.#known.get(taskId)?.values() ?? [])].flatMap((entry) => entry.takeNotices());
  }

  /** Resolves when what was noticed so far is stored. */
  async stored(taskId: string): Promise<void> {
    await Promise.all([...(this.#known.get(taskId)?.values() ?? [])].map((entry) => entry.stored()));
  }

  /** These are safely in the session. */
  async delivered(taskId: string, ids: readonly string[]): Promise<void> {
    const given = new Set(ids);
    for (const entry of this.#known.get(taskId)?.values() ?? []) await entry.delivered(given);
  }

  /** Looks for what an earlier run of the program left behind. */
  async restore(taskId: string): Promise<void> {
    await this.#ofTask(taskId);
  }

  /**
   * The session is over: what runs is told to be ended, unless it was asked to stay, and the task is forgotten.
   * Ending the processes themselves is the backend's `release`.
   */
  async endTask(taskId: string): Promise<void> {
    const tracked = await this.#tasks.get(taskId);
    this.#tasks.delete(taskId);
    this.#known.delete(taskId);
    for (const entry of tracked?.values() ?? []) await this.#endEntry(entry);
  }

  async #endEntry(entry: TrackedProcess): Promise<void> {
    const { record } = entry;
    if (entry.isRunning && record.keep) return await entry.close();
    if (entry.isRunning) {
      const exit = { exitCode: null, atMs: this.#now() };
      const notice = withNotice(record, { about: "end", text: closedText(record) });
      return await entry.close({ state: "killed", exit, ...notice });
    }
    await entry.close();
    if (record.notices.length === 0) await this.#records.remove(record.taskId, record.id);
  }

  #track(record: ProcessRecord): TrackedProcess {
    const [records, now] = [this.#records, this.#now];
    return new TrackedProcess({ record, records, now, screenSize: terminalSize });
  }

  async #ofTask(taskId: string): Promise<Map<string, TrackedProcess>> {
    const known = this.#tasks.get(taskId);
    if (known !== undefined) return await known;
    const restored = this.#restore(taskId);
    this.#tasks.set(taskId, restored);
    // What could not be read may be readable next time.
    restored.catch(() => this.#tasks.delete(taskId));
    return await restored;
  }

  async #restore(taskId: string): Promise<Map<string, TrackedProcess>> {
    const tracked = new Map<string, TrackedProcess>();
    for (const record of await this.#records.load(taskId)) {
      const entry = this.#track(record);
      tracked.set(record.id, entry);
      const isOver = record.state !== "starting" && record.state !== "running";
      if (isOver && !record.keep) continue;
      const process = record.handle && (await this.#backend.attach?.(record.handle, { taskId }));
      // The program died between the storing of its end and this.
      if (isOver) await process?.discard?.();
      if (isOver) continue;
      if (process === undefined) await entry.lose();
      else await entry.follow(process);
    }
    this.#known.set(taskId, tracked);
    return tracked;
  }

  async #makeRoom(tracked: Map<string, TrackedProcess>): Promise<void> {
    await this.#forgetOld(tracked);
    if (tracked.size < maxTracked) return;
    // Maps keep the order of insertion: the first that has ended is the oldest.
    const oldest = [...tracked.values()].find(({ record }) => record.exit !== undefined);
    if (oldest !== undefined) return await this.#forget(tracked, oldest);
    throw new HermesError(`${maxTracked} processes run in the background already.`, {
      code: "BACKEND_TOO_MANY_PROCESSES",
      hint: "End some of them first.",
    });
  }

  async #forgetOld(tracked: Map<string, TrackedProcess>): Promise<void> {
    const limit = this.#now() - keptFinishedMs;
    for (const entry of [...tracked.values()]) {
      const { exit, notices } = entry.record;
      if (exit !== undefined && exit.atMs < limit && notices.length === 0) await this.#forget(tracked, entry);
    }
  }

  async #forget(tracked: Map<string, TrackedProcess>, entry: TrackedProcess): Promise<void> {
    const { taskId, id } = entry.record;
    tracked.delete(id);
    await entry.close();
    await this.#records.remove(taskId, id);
  }
}

function nextId(tracked: ReadonlyMap<string, unknown>): string {
  const numbers = [...tracked.keys()].map((id) => Number(id.slice(1)));
  return `p${Math.max(0, ...numbers) + 1}`;
}

import { addUsage, noUsage } from "@hermes/models";
import type { Usage } from "@hermes/models";
import type { ToolProgress } from "@hermes/registry";
import type { LeaseOwner, SessionLeases } from "../journal/session-lease.ts";
import { createSessionId } from "../session/create-session-id.ts";
import { processOwner } from "../session/process-owner.ts";
import {
  childrenClosed,
  isRunning,
  noBackground,
  noChild,
  notOwnChild,
  notRunning,
  nothingLeft,
  runsElsewhere,
  tooDeep,
  tooMany,
} from "./child-errors.ts";
import type { ChildBeginning, ChildRecords, ChildSessions } from "./child-ports.ts";
import { childNoticeId, runOfNotice } from "./child-record.ts";
import type { ChildEnd, ChildRecord, ChildTask } from "./child-record.ts";
import { ChildRun } from "./child-run.ts";
import type { ChildActivity, ChildInput } from "./child-run.ts";
import { settleOrphans } from "./settle-orphans.ts";

export interface ChildLimits {
  /** Children that a call waits for, at once. @default 3 */
  readonly maxChildren?: number | undefined;
  /** In the background at once. @default 3 */
  readonly maxBackground?: number | undefined;
  /** How deep children may go; those of a person's session have depth 1. @default 2 */
  readonly maxDepth?: number | undefined;
  /** How long a run may take, in milliseconds. @default no end */
  readonly timeoutMs?: number | undefined;
}

export interface ChildTasksOptions {
  /** The session that they work for. */
  readonly parentId: string;
  /** Its own depth: 0 for a person's session. */
  readonly depth: number;
  readonly records: ChildRecords;
  readonly sessions: ChildSessions;
  readonly limits?: ChildLimits | undefined;
  /**
   * The runs of this process by the id of the child, shared by all sessions of it, so that a child of a child can be found;
   * undefined while one begins.
   *
   * @default those of this object
   */
  readonly live?: Map<string, ChildRun | undefined> | undefined;
  /** Those of the journal: they tell whether a child of another machine is still being written to. */
  readonly leases?: SessionLeases | undefined;
  /** @default this process */
  readonly owner?: LeaseOwner | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Told what goes wrong outside of a call. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** How a run begins, and who waits for it. */
export interface StartChild extends ChildBeginning {
  /** The parent goes on meanwhile, and is told of the end by a notice. @default false */
  readonly background?: boolean | undefined;
  /** The call that starts it. */
  readonly callId?: string | undefined;
  /** Interrupts it. Like what follows, and the environment of the parent, not for the background. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined;
  /** That of the call's context: its result tells the end. */
  readonly tells?: ((noticeIds: readonly string[]) => void) | undefined;
}

/** What came of words for a child. */
export type ChildReply = { readonly steered: true } | { readonly steered: false; readonly run: ChildRun };

/**
 * The children of one open session: starts them, watches them and ends them. That a child begins is recorded before it does
 * anything, and its terminal state together with the notice to the parent. Closing it interrupts those that run.
 *
 * @example See examples/children.ts
 */
export class ChildTasks implements AsyncDisposable {
  readonly #options: ChildTasksOptions;
  readonly #live: Map<string, ChildRun | undefined>;
  readonly #owner: LeaseOwner;
  readonly #now: () => number;
  /** Of this parent, in this process; undefined: not begun yet. */
  readonly #runs = new Map<string, { readonly background: boolean; run: ChildRun | undefined }>();
  /** What runs of this process used, by the notice of their end, until it is asked for; undefined after that. */
  readonly #used = new Map<string, Usage | undefined>();
  #closed = false;

  constructor(options: ChildTasksOptions) {
    this.#options = options;
    this.#live = options.live ?? new Map<string, ChildRun | undefined>();
    this.#owner = options.owner ?? processOwner();
    this.#now = options.now ?? Date.now;
  }

  /** Whether this session may start children at all. */
  get mayStart(): boolean {
    return this.#options.depth < this.#limits.maxDepth;
  }

  /** That of this session: 0 for a person's. */
  get depth(): number {
    return this.#options.depth;
  }

  /** What a child of this process does, or one below it; undefined: it does not run here. */
  activityOf(id: string): ChildActivity | undefined {
    return this.#live.get(id)?.activity;
  }

  /** What runs in this process for this session. */
  get running(): readonly ChildActivity[] {
    return [...this.#runs.values()].flatMap(({ run }) => run?.activity ?? []);
  }

  /**
   * Starts children beside each other, all or none.
   *
   * @throws {HermesError} `CHILD_TOO_DEEP`, `CHILD_TOO_MANY`, `CHILD_NO_BACKGROUND`, `CHILD_PARENT_CLOSED`.
   * @throws what the records throw; what goes wrong in a child is its end.
   */
  async start(tasks: readonly ChildTask[], how: StartChild = {}): Promise<readonly ChildRun[]> {
    const { parentId, depth } = this.#options;
    const { background = false, callId, taskId } = how;
    const ids = tasks.map(() => createSessionId(this.#now()));
    this.#takePlaces(ids, background);
    const runs: ChildRun[] = [];
    try {
      for (const [index, task] of tasks.entries()) {
        const record: ChildRecord = {
          ...{ ...task, id: ids[index] ?? "", run: 1, parentId, depth: depth + 1, background, callId },
          ...{ shared: taskId !== undefined && !background, owner: this.#owner },
          ...{ startedAt: this.#now(), state: "running" },
        };
        // oxlint-disable-next-line no-await-in-loop -- in the order of the tasks
        runs.push(await this.#begin(record, "task", how));
      }
      return runs;
    } catch (error) {
      for (const run of runs) run.stop("interrupted");
      for (const id of ids) if (this.#runs.get(id)?.run === undefined) this.#runs.delete(id);
      throw error;
    }
  }

  /**
   * The children of this session by their last runs, oldest first, each before its own children. Those whose process died are ended
   * first.
   */
  async list(): Promise<readonly ChildRecord[]> {
    return await this.#below(this.#options.parentId);
  }

  /**
   * A child of this session, or of one of its children.
   *
   * @throws {HermesError} `CHILD_NOT_FOUND`.
   */
  async get(id: string): Promise<ChildRecord> {
    await this.settleOrphans();
    const { records, parentId } = this.#options;
    const found = await records.get(id);
    let above = found;
    // oxlint-disable-next-line no-await-in-loop -- one above the other
    while (above !== undefined && above.parentId !== parentId) above = await records.get(above.parentId);
    if (found === undefined || above === undefined) throw noChild(id, await records.list({ parentId }));
    return found;
  }

  /**
   * Ends a child that runs in this process, and those below it.
   *
   * @throws {HermesError} `CHILD_NOT_FOUND`, `CHILD_NOT_RUNNING`, `CHILD_ELSEWHERE`.
   */
  async interrupt(id: string, { tells }: Pick<StartChild, "tells"> = {}): Promise<ChildEnd> {
    const record = await this.get(id);
    const run = this.#live.get(id);
    if (run === undefined) throw record.state === "running" ? runsElsewhere(record) : notRunning(record);
    tells?.([childNoticeId(run.record)]);
    run.stop("interrupted");
    return await run.ended;
  }

  /**
   * Hands words to a child: on its next tool result while it runs, as a new turn of its session after its end.
   *
   * @throws {HermesError} `CHILD_NOT_FOUND`, `CHILD_ELSEWHERE`, `CHILD_NOT_OWN`, and those of `start`.
   */
  async sendInput(id: string, text: string, how: StartChild = {}): Promise<ChildReply> {
    const words = { text, provenance: how.provenance };
    const run = await this.#livingRun(id);
    if (run?.say(words) === true) return { steered: true };
    await run?.ended;
    return { steered: false, run: await this.#again(await this.get(id), words, how) };
  }

  /**
   * Lets a child go on that did not reach its end.
   *
   * @throws {HermesError} `CHILD_NOT_FOUND`, `CHILD_RUNNING`, `CHILD_DONE`, `CHILD_NOT_OWN`, and those of `start`.
   */
  async resume(id: string, how: StartChild = {}): Promise<ChildRun> {
    const record = await this.get(id);
    if (record.state === "running") throw isRunning(record);
    if (record.state === "done") throw nothingLeft(record);
    return await this.#again(record, "resume", how);
  }

  /** For the agent of this session: see `AgentOptions.children`. @throws what the records throw. */
  async usageOf(noticeIds: readonly string[]): Promise<Usage | undefined> {
    const used = await Promise.all(noticeIds.map(async (id) => await this.#takeUsage(id)));
    const known = used.flatMap((each) => each ?? []);
    return known.length === 0 ? undefined : known.reduce(addUsage, noUsage);
  }

  async #takeUsage(noticeId: string): Promise<Usage | undefined> {
    const run = runOfNotice(noticeId);
    if (run === undefined) return undefined;
    const isKnown = this.#used.has(noticeId);
    const used = this.#used.get(noticeId);
    this.#used.set(noticeId, undefined);
    if (isKnown) return used;
    // It ended in another process.
    const record = await this.#options.records.get(run.id);
    return record?.run === run.run ? record.end?.usage : undefined;
  }

  /** Waits until nothing runs in this process for this session any more, what begins meanwhile included. */
  async settled(): Promise<void> {
    for (;;) {
      const runs = [...this.#runs.values()].flatMap(({ run }) => run ?? []);
      if (runs.length === 0) return;
      // oxlint-disable-next-line no-await-in-loop -- others may begin
      await Promise.all(runs.map(({ ended }) => ended));
    }
  }

  /** Ends what processes left behind that are gone: it becomes `orphaned`, and this session is told. */
  async settleOrphans(): Promise<void> {
    await this.#settle(this.#options.parentId);
  }

  /** Interrupts what runs, and waits until the ends are recorded. Nothing is started any more. */
  async close(): Promise<void> {
    this.#closed = true;
    const runs = [...this.#runs.values()].flatMap(({ run }) => run ?? []);
    for (const run of runs) run.stop("interrupted");
    await Promise.all(runs.map(({ ended }) => ended));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #settle(parentId: string): Promise<void> {
    const { records, leases } = this.#options;
    const live = this.#live;
    await settleOrphans({ records, leases, live, owner: this.#owner, now: this.#now, filter: { parentId } });
  }

  async #below(parentId: string): Promise<readonly ChildRecord[]> {
    await this.#settle(parentId);
    const children = await this.#options.records.list({ parentId });
    const trees = await Promise.all(
      children.map(async (record) => [record, ...(await this.#below(record.id))]),
    );
    return trees.flat();
  }

  get #limits() {
    const { maxChildren = 3, maxBackground = 3, maxDepth = 2, timeoutMs } = this.#options.limits ?? {};
    return { maxChildren, maxBackground, maxDepth, timeoutMs };
  }

  /** Before anything is awaited: calls ask side by side. */
  #takePlaces(ids: readonly string[], background: boolean): void {
    const { maxChildren, maxBackground, maxDepth } = this.#limits;
    if (this.#closed) throw childrenClosed();
    if (!this.mayStart) throw tooDeep(maxDepth);
    if (background && this.#options.depth > 0) throw noBackground();
    const [max, setting] = background
      ? [maxBackground, "delegation.max_async_children"]
      : [maxChildren, "delegation.max_concurrent_children"];
    const taken = [...this.#runs.values()].filter((place) => place.background === background).length;
    if (taken + ids.length > max) throw tooMany(ids.length, taken, max, setting);
    for (const id of ids) this.#runs.set(id, { background, run: undefined });
  }

  /** @returns Undefined: it does not run. */
  async #livingRun(id: string): Promise<ChildRun | undefined> {
    const record = await this.get(id);
    const run = this.#live.get(id);
    if (run === undefined && record.state === "running") throw runsElsewhere(record);
    return run;
  }

  async #again(last: ChildRecord, input: ChildInput, how: StartChild): Promise<ChildRun> {
    if (last.parentId !== this.#options.parentId) throw notOwnChild(last);
    // Its end is recorded before its session is closed.
    await this.#live.get(last.id)?.ended;
    if (this.#live.has(last.id)) throw isRunning(last);
    const { end: _end, ...task } = last;
    const { background = last.background, callId } = how;
    this.#takePlaces([last.id], background);
    const record: ChildRecord = {
      ...{ ...task, run: last.run + 1, background, callId, shared: last.shared && !background },
      ...{ owner: this.#owner, startedAt: this.#now(), state: "running" },
    };
    try {
      return await this.#begin(record, input, record.shared ? how : { ...how, taskId: undefined });
    } catch (error) {
      this.#runs.delete(last.id);
      throw error;
    }
  }

  /** Records a run that has a place, then lets it begin. */
  async #begin(record: ChildRecord, input: ChildInput, how: StartChild): Promise<ChildRun> {
    const { records, sessions, onWarning = () => undefined } = this.#options;
    const { provenance, isOfPerson } = how;
    const { signal, onProgress, tells, taskId }: StartChild = record.background ? {} : how;
    // Before it is recorded: what runs and is not known here counts as left behind.
    this.#live.set(record.id, undefined);
    try {
      if (!(await records.start(record))) throw isRunning(record);
    } catch (error) {
      this.#live.delete(record.id);
      throw error;
    }
    tells?.([childNoticeId(record)]);
    const run = new ChildRun({
      ...{ record, input, records, sessions, onProgress, onWarning },
      beginning: { taskId, provenance, isOfPerson },
      timeoutMs: this.#limits.timeoutMs,
      now: this.#now,
    });
    this.#runs.set(record.id, { background: record.background, run });
    this.#live.set(record.id, run);
    const stop = (): void => run.stop("interrupted");
    if (this.#closed || signal?.aborted === true) stop();
    signal?.addEventListener("abort", stop, { once: true });
    const leave = (): void => {
      signal?.removeEventListener("abort", stop);
      this.#runs.delete(record.id);
      this.#live.delete(record.id);
    };
    run.ended.then(({ usage }) => {
      this.#used.set(childNoticeId(record), usage);
      leave();
    }, leave);
    return run;
  }
}

import { createScheduler, slotKey } from "@hermes/cron";
import type { CronStore, JobRun, RunResult, Scheduler, SchedulerOwner, Slot } from "@hermes/cron";
import { vi } from "vitest";
import { start } from "./job.ts";
import { openStore } from "./open-store.ts";

export interface SimulatedProcess {
  readonly scheduler: Scheduler;
  readonly isDead: boolean;
  /** Dies after so many more calls of the store: each of them is a transaction. */
  kill(afterCalls?: number): void;
}

/** A machine with a store, whose time passes by hand. */
export interface Simulation extends Disposable {
  readonly store: CronStore;
  /** Slots whose effect happened, in order. */
  readonly effects: readonly string[];
  /** Calls of the runner, in order, with the slot as it was given. */
  readonly begun: readonly Slot[];
  /** The most runs at one time, of one job and of all. */
  readonly most: { readonly ofJob: number; readonly ofAll: number };
  now(): number;
  /** Timers go on, and the clock with them. */
  pass(ms: number): Promise<void>;
  /** The clock moves and the timers do not: it was set, or the machine slept. */
  jump(ms: number): void;
  process(options?: ProcessOptions): SimulatedProcess;
  receipts(job?: string): Promise<readonly Slot[]>;
}

export interface ProcessOptions {
  /** How long a run takes. @default 0 */
  readonly runMs?: ((run: JobRun) => number) | undefined;
  readonly result?: ((run: JobRun) => RunResult | "nothing") | undefined;
  readonly maxParallel?: number | undefined;
}

const answered: RunResult = { outcome: "answered", deliveries: [] };
const forever = new Promise<never>(() => undefined);

export function simulate(): Simulation {
  const open = openStore();
  vi.useFakeTimers({ now: start, toFake: ["setTimeout", "clearTimeout", "Date"] });
  let offsetMs = 0;
  const now = (): number => Date.now() + offsetMs;
  const [effects, begun]: [string[], Slot[]] = [[], []];
  const under = new Map<string, number>();
  const most = { ofJob: 0, ofAll: 0 };
  const dead = new Set<number>();
  let processes = 0;

  function startedRun(key: string, pid: number): () => void {
    if (dead.has(pid)) return () => undefined;
    under.set(`${key} ${pid}`, pid);
    const job = key.slice(0, key.indexOf("@"));
    const living = [...under].filter(([, each]) => !dead.has(each)).map(([each]) => each);
    most.ofAll = Math.max(most.ofAll, living.length);
    most.ofJob = Math.max(most.ofJob, living.filter((each) => each.startsWith(`${job}@`)).length);
    return () => under.delete(`${key} ${pid}`);
  }

  function createProcess({ runMs = () => 0, result = () => answered, maxParallel }: ProcessOptions = {}) {
    const pid = ++processes;
    let callsLeft = Number.POSITIVE_INFINITY;
    const isDead = (): boolean => dead.has(pid);
    const owner: SchedulerOwner = { host: "here", pid };
    const scheduler = createScheduler({
      store: mortal(open.store, () => {
        if (callsLeft-- <= 0) dead.add(pid);
        return isDead();
      }),
      ...{ owner, now, maxParallel },
      isGone: (other) => dead.has(other.pid),
      async run(run) {
        begun.push(run.slot);
        const ended = startedRun(slotKey(run.slot), pid);
        try {
          if (run.slot.sessionId === undefined) await run.began(slotKey(run.slot));
          await work(runMs(run), run.signal);
          if (isDead()) return await forever;
          effects.push(slotKey(run.slot));
          return result(run);
        } finally {
          ended();
        }
      },
    });
    return {
      scheduler,
      get isDead() {
        return isDead();
      },
      kill(afterCalls = 0) {
        if (afterCalls === 0) dead.add(pid);
        else callsLeft = afterCalls;
      },
    };
  }

  return {
    ...{ store: open.store, effects, begun, most, now },
    async pass(ms) {
      await vi.advanceTimersByTimeAsync(ms);
    },
    jump(ms) {
      offsetMs += ms;
    },
    process: createProcess,
    receipts: async (job) => (await open.store.slots.history({ job, limit: 100_000 })).toReversed(),
    [Symbol.dispose]() {
      vi.useRealTimers();
      open[Symbol.dispose]();
    },
  };
}

/** Takes so long, or rejects with the reason of the signal. */
async function work(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms === 0) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      // It is what the scheduler gave.
      reject(signal.reason as Error);
    });
  });
}

/** A store that a dead process can't reach: its calls never come back. */
function mortal(store: CronStore, dies: () => boolean): CronStore {
  const wrap = <Group extends object>(group: Group): Group =>
    new Proxy(group, {
      get(target, key): unknown {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== "function") return member;
        return (...values: readonly unknown[]): unknown =>
          dies() ? forever : Reflect.apply(member, target, values);
      },
    });
  return {
    ...{ jobs: wrap(store.jobs), slots: wrap(store.slots) },
    ...{ lease: wrap(store.lease), memory: wrap(store.memory) },
  };
}

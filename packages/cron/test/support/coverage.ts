import { dueTimes } from "@hermes/cron";
import type { CronStore, Job, Schedule, Slot } from "@hermes/cron";

/** Times from `from` on, before `to`, that a job owes a receipt for. */
interface Window {
  readonly job: string;
  readonly schedule: Schedule;
  readonly from: number;
  readonly to?: number | undefined;
}

/** What a store has to have slots for, written down beside it: one window for each time that a job was active. */
export class Coverage {
  #windows: Window[] = [];

  opened({ id, schedule, state, nextAt }: Job): void {
    if (state === "active" && nextAt !== undefined) this.#windows.push({ job: id, schedule, from: nextAt });
  }

  /** Somebody is about to change the job, or it is over. */
  closed({ id, state, nextAt }: Job): void {
    const to = state === "active" ? nextAt : undefined;
    this.#windows = this.#windows.map((window) =>
      window.job === id && window.to === undefined ? { ...window, to: to ?? window.from } : window,
    );
  }

  /** Every time that a window has, up to the next one that has no slot yet. In order, `job@time`. */
  async expected(store: CronStore): Promise<readonly string[]> {
    const jobs = new Map((await store.jobs.list()).map((job) => [job.id, job]));
    const times = this.#windows.flatMap(({ job, schedule, from, to = jobs.get(job)?.nextAt ?? from }) =>
      dueTimes(schedule, { after: from - 1, until: to - 1, limit: 100_000 }).times.map(
        (at) => `${job}@${at}`,
      ),
    );
    return [...new Set(times)].toSorted();
  }
}

/** Slots of schedules, as `Coverage` names them. */
export function covered(slots: readonly Slot[]): readonly string[] {
  return slots
    .filter(({ cause }) => cause === "schedule")
    .map(({ job, at }) => `${job}@${at}`)
    .toSorted();
}

import type { Job } from "@hermes/cron";

export const start: number = Date.parse("2026-03-01T00:00:00Z");
export const minute = 60_000;

/** A job of every minute from `start` on, as it was just made. */
export function newJob(change: Partial<Job> = {}): Job {
  return {
    ...{ id: "00000000000a", name: change.id ?? "report", written: "every 1m" },
    schedule: { type: "interval", everyMs: minute, anchor: start },
    work: { type: "prompt", prompt: "Report.", skills: [], contextFrom: [] },
    ...{ deliver: ["local"], limits: { seconds: 600 }, jitterSeconds: 0 },
    ...{ catchUp: "once", overlap: "skip", state: "active", nextAt: start + minute, runs: 0 },
    ...{ madeBy: "person", provenance: [], createdAt: start, changedAt: start, revision: 1 },
    ...change,
  };
}

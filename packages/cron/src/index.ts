/** Jobs at set times, each slot with a receipt, and a heartbeat that is silent. */
export type {
  CronSchedule,
  IntervalSchedule,
  OnceSchedule,
  ReadSchedule,
  ReadScheduleOptions,
  Schedule,
} from "./schedule/schedule.ts";
export { describeSchedule } from "./schedule/describe-schedule.ts";
export { dueTimes, nextTime } from "./schedule/due-times.ts";
export type { DueTimes, DueTimesOptions, LeftOutTimes } from "./schedule/due-times.ts";
export { nextRuns } from "./schedule/next-runs.ts";
export type { NextRunsOptions } from "./schedule/next-runs.ts";
export { parseSchedule } from "./schedule/parse-schedule.ts";
export { parseTime } from "./schedule/parse-time.ts";
export { shortestGapMs } from "./schedule/shortest-gap.ts";
export type { CatchUp, Job, JobDefinition, JobLimits, JobOrigin, JobWork, Overlap } from "./jobs/job.ts";
export type { CronJobs, JobAuthor, JobRequest, JobView, PromptFinding } from "./jobs/cron-jobs.ts";
export { createCronJobs } from "./jobs/create-cron-jobs.ts";
export type { CronJobsOptions } from "./jobs/create-cron-jobs.ts";
export type { ScanPrompt } from "./jobs/draft-job.ts";
export type { JobChecks } from "./jobs/define-work.ts";
export { refuseFindings } from "./jobs/refuse-findings.ts";
export { createHeartbeats } from "./heartbeat/heartbeats.ts";
export type { Heartbeats, HeartbeatsOptions, HeartbeatStatus } from "./heartbeat/heartbeats.ts";
export { isQuietAt } from "./heartbeat/quiet-hours.ts";
export { parseHeartbeatFile } from "./heartbeat/heartbeat-file.ts";
export type { HeartbeatFile, HeartbeatTask, HeartbeatWatch } from "./heartbeat/heartbeat-file.ts";
export type {
  AskedHeartbeat,
  HeartbeatChat,
  HeartbeatPorts,
  HeartbeatRequest,
  HeartbeatWords,
} from "./heartbeat/heartbeat-ports.ts";
export { slotKey } from "./scheduler/slot.ts";
export type { JobDelivery, RunResult, SkipReason, Slot } from "./scheduler/slot.ts";
export type { JobRun, JobRunEnd, RunJob } from "./scheduler/run-job.ts";
export { createScheduler } from "./scheduler/create-scheduler.ts";
export type { Scheduler, SchedulerOptions, TickReport } from "./scheduler/scheduler.ts";
export { cronTables } from "./store/cron-tables.ts";
export { sqliteCronStore } from "./store/sqlite-cron-store.ts";
export type {
  CronStore,
  JobPlan,
  JobStore,
  NewSlot,
  SchedulerLease,
  SchedulerLeaseStore,
  SchedulerOwner,
  SlotStore,
} from "./store/cron-store.ts";

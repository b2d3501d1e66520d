import type { LeaseOwner } from "@hermes/agent-loop";
import type { SchedulerOptions, SchedulerOwner } from "../src/index.ts";

// Compiled, never run: a process is named alike in the leases of sessions and of schedules, so that one `isGone` serves both.
declare const owner: LeaseOwner;
export const scheduler: SchedulerOwner = owner;
declare const gone: (owner: LeaseOwner) => boolean;
export const isGone: SchedulerOptions["isGone"] = gone;

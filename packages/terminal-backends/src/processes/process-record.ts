import type { WallProfile } from "@hermes/registry";
import type { ProcessHandle } from "../backend.ts";

/** What must be known about a process in the background after the program died. Serialisable. */
export interface ProcessRecord {
  readonly taskId: string;
  /** `p1`, `p2`, … within its task. */
  readonly id: string;
  readonly command: string;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  /** It goes on when its session ends. */
  readonly keep: boolean;
  readonly pty: boolean;
  /** What holds it. Undefined: no wall, or none that is known. */
  readonly wall?: WallProfile | undefined;
  /** `starting`: written before it is started; whether it was is unknown while there is no handle. */
  readonly state: ProcessState;
  /** What the backend finds it by. */
  readonly handle: ProcessHandle | undefined;
  readonly pid: number | undefined;
  readonly exit: ProcessExit | undefined;
  readonly notify: ProcessNotify;
  /** Lines that were reported because of `notify.patterns`. */
  readonly matches: number;
  /** Counts the notices, so that each has a name of its own. */
  readonly noticesMade: number;
  /** Notices that the session does not hold yet, oldest first. */
  readonly notices: readonly ProcessNotice[];
}

export type ProcessState = "starting" | "running" | "exited" | "killed" | "lost";

export interface ProcessExit {
  readonly exitCode: number | null;
  readonly signal?: string | undefined;
  readonly atMs: number;
}

export interface ProcessNotify {
  /** Report its end. */
  readonly onComplete: boolean;
  /** Report lines that hold one of these texts. */
  readonly patterns: readonly string[];
  /** Report at intervals what it prints. */
  readonly everyMs: number | undefined;
}

/** A message to the model about a process. */
export interface ProcessNotice {
  /** Unique within the task. */
  readonly id: string;
  readonly text: string;
  readonly about: "end" | "match" | "check";
}

/**
 * Where records outlive the program. `save` resolves when the record is safe; calls for one record come one after
 * another.
 */
export interface ProcessRecords {
  load(taskId: string): Promise<readonly ProcessRecord[]>;
  save(record: ProcessRecord): Promise<void>;
  remove(taskId: string, id: string): Promise<void>;
}

/** Records for a program that needs none after its end. */
export function memoryRecords(): ProcessRecords {
  const records = new Map<string, ProcessRecord>();
  const keyOf = (taskId: string, id: string): string => JSON.stringify([taskId, id]);
  return {
    load: async (taskId) => [...records.values()].filter((record) => record.taskId === taskId),
    save: async (record) => {
      records.set(keyOf(record.taskId, record.id), record);
    },
    remove: async (taskId, id) => {
      records.delete(keyOf(taskId, id));
    },
  };
}

import type { Usage } from "@hermes/models";
import type { Provenance } from "@hermes/registry";
import type { Agent } from "../agent.ts";
import type { Notice } from "../journal/session-notices.ts";
import type { ChildEnd, ChildRecord } from "./child-record.ts";

/** Where it is kept that there are children, and how they ended. Every step is durable when it returns. */
export interface ChildRecords {
  /**
   * A run that begins, before the child does anything.
   *
   * @returns False where there is that run already: somebody else was faster.
   */
  start(record: ChildRecord): boolean | Promise<boolean>;
  /**
   * The end of a run that is still running, and the notice of it to its parent where it is to be told, both or neither.
   *
   * @returns False where it had ended already; nothing is changed then.
   */
  finish(
    run: Pick<ChildRecord, "id" | "run" | "parentId">,
    end: ChildEnd,
    notice: Notice | undefined,
  ): boolean | Promise<boolean>;
  /** Its last run; undefined: there is no such child. */
  get(id: string): ChildRecord | undefined | Promise<ChildRecord | undefined>;
  /** The last run of each, oldest first. */
  list(filter?: ChildFilter): readonly ChildRecord[] | Promise<readonly ChildRecord[]>;
}

export interface ChildFilter {
  readonly parentId?: string | undefined;
  /** Those alone that are recorded as running. @default false */
  readonly running?: boolean | undefined;
}

/** What a child begins with, beside what is recorded of it. */
export interface ChildBeginning {
  /** Whose shell, folder and browser it works in. Absent: its own. */
  readonly taskId?: string | undefined;
  /** Untrusted sources of what the parent's model had before it when it wrote the task. */
  readonly provenance?: readonly Provenance[] | undefined;
  /** Whether the task is in the words of the person. @default false */
  readonly isOfPerson?: boolean | undefined;
}

/** A session of a child: closed by whoever opened it. */
export interface ChildSession extends AsyncDisposable {
  readonly agent: Pick<
    Agent,
    "run" | "continue" | "steer" | "pendingSteer" | "messages" | "provenance" | "describe"
  >;
  /** All that models were asked for it so far, beside its turns and by its own children too. Absent: its turns are what is known. */
  spent?(): Usage | Promise<Usage>;
}

/** Opens the sessions of children, under their ids: one that is there already goes on. */
export interface ChildSessions {
  open(record: ChildRecord, beginning: ChildBeginning): Promise<ChildSession>;
}

import type { Usage } from "@hermes/models";
import type { Provenance } from "@hermes/registry";
import type { LeaseOwner } from "../journal/session-lease.ts";

/** What a child is asked to do. */
export interface ChildTask {
  /** What is to be done, so that it can be understood without the conversation. */
  readonly goal: string;
  readonly context?: string | undefined;
  /** Name of the role that it works in. */
  readonly role?: string | undefined;
  /** Names of tools or toolsets; of these it gets what its parent has. @default all that children get */
  readonly tools?: readonly string[] | undefined;
}

/** How a run of a child ended. */
export type ChildEndState = "done" | "partial" | "failed" | "interrupted" | "timed-out" | "orphaned";

export type ChildState = "running" | ChildEndState;

/** One run of a child: the first one, or one that goes on after it ended. */
export interface ChildRecord extends ChildTask {
  /** The id of its session. */
  readonly id: string;
  /** 1 for the first, and one more each time that it goes on. */
  readonly run: number;
  /** The session that it works for. */
  readonly parentId: string;
  /** 1 for the child of a person's session. */
  readonly depth: number;
  /** Whether its parent goes on meanwhile. */
  readonly background: boolean;
  /** Whether it works in the shell, the folder and the browser of its parent. */
  readonly shared: boolean;
  /** The call that it was started by. Absent: a person or a program did. */
  readonly callId?: string | undefined;
  /** The process that runs it. */
  readonly owner: LeaseOwner;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly state: ChildState;
  /** Of a run that ended. */
  readonly end?: ChildEnd | undefined;
}

/** The terminal state of a run. */
export interface ChildEnd {
  readonly state: ChildEndState;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly result: ChildResult;
  /** Of this run, that of its own children included. Absent: nothing is known. */
  readonly usage?: Usage | undefined;
  /** Untrusted sources of what the child had read. @default none */
  readonly provenance?: readonly Provenance[] | undefined;
}

/** What a parent gets of a child. */
export interface ChildResult {
  readonly id: string;
  readonly status: ChildEndState;
  /** Its last answer. */
  readonly summary: string;
  readonly findings?: readonly string[] | undefined;
  /** What is not done yet. */
  readonly left?: readonly string[] | undefined;
  /** What its file tools touched; what commands did is not known. */
  readonly files?:
    | { readonly read?: readonly string[] | undefined; readonly written?: readonly string[] | undefined }
    | undefined;
  /** Of this run, like the tokens, the cost and the time. */
  readonly rounds: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** US dollars; absent: a price is not known. */
  readonly cost_usd?: number | undefined;
  readonly duration_seconds: number;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** Under which its parent is told of the end of a run. */
export function childNoticeId({ id, run }: Pick<ChildRecord, "id" | "run">): string {
  return `child:${id}@${run}`;
}

/** The run whose end such a notice tells; undefined for other notices. */
export function runOfNotice(noticeId: string): Pick<ChildRecord, "id" | "run"> | undefined {
  const [, id, run] = /^child:(.+)@(\d+)$/.exec(noticeId) ?? [];
  return id === undefined ? undefined : { id, run: Number(run) };
}

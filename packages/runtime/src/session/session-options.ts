import type { EditorAccess } from "@hermes/acp";
import type { Role } from "../roles/role.ts";
import type { AgentHooks, Clarifier } from "@hermes/agent-loop";
import type { Message, Model, ReasoningEffort } from "@hermes/models";
import type { Approver, Guard, Origin, Provenance, Tool } from "@hermes/registry";

/** Choices for a session; they win over settings. */
export interface SessionFlags {
  readonly provider?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** Names of toolsets; undefined: the preset of the platform. */
  readonly toolsets?: readonly string[] | undefined;
  /** Whether no person has named `toolsets`: one that has no tool here is not warned of. @default false */
  readonly areDefaultToolsets?: boolean | undefined;
  /** Whether `toolsets` are what somebody may have at most: what `platform_toolsets` leaves out on their platform is left out. @default false */
  readonly areToolsetsOfTier?: boolean | undefined;
  readonly maxTurns?: number | undefined;
  /** US dollars that this run may cost: all its sessions together, or the job's. */
  readonly maxBudgetUsd?: number | undefined;
  /** Tokens that this run may use, of input and output together. */
  readonly maxBudgetTokens?: number | undefined;
  /** What the session works for, such as one run of a schedule: `budget.job` holds for all sessions of it. */
  readonly job?: string | undefined;
  /** How hard the model thinks, where it can be told. */
  readonly effort?: ReasoningEffort | undefined;
  /** Approves what would be asked; hard limits stay. */
  readonly yolo?: boolean | undefined;
  /** `ask`, `accept-edits`, `plan`, `auto` or `yolo`. */
  readonly mode?: string | undefined;
  /** Where commands run: `local`, `docker`, `ssh`, … */
  readonly backend?: string | undefined;
  readonly skipContextFiles?: boolean | undefined;
  readonly skipMemory?: boolean | undefined;
  /** What is written with an `@` attaches nothing: for people whose files these are not. */
  readonly skipMentions?: boolean | undefined;
  /** A batch or evaluation run: memory is neither read nor written, and skills are not changed. */
  readonly unattended?: boolean | undefined;
  /** A new session is one question without a conversation: lists may leave it out, until somebody goes on with it. */
  readonly oneShot?: boolean | undefined;
}

/** What belongs to one session. Absent: what the runtime was given, then what the settings say. */
export interface OpenSessionOptions extends SessionFlags {
  /** Of a session that begins; none may have it. @default a new id */
  readonly id?: string | undefined;
  /** What a session that begins has as its history. @default [] */
  readonly messages?: readonly Message[] | undefined;
  /** Beside those of the runtime. */
  readonly givenTools?: GivenTools | undefined;
  /** A session id, the beginning of one, a title or words of it, or `latest`: the newest session that was started in this folder. */
  readonly resume?: string | undefined;
  /** Where the resumed session is open elsewhere: takes it from there. What is written there later is refused. @default false */
  readonly takeOver?: boolean | undefined;
  /**
   * Goes on in a copy of the resumed session, which stays as it is, whoever has it open; `before`: in one of the messages
   * before this place in its history.
   *
   * @default false
   */
  readonly branch?: boolean | { readonly before: number } | undefined;
  /** On whose behalf, and where it came from. */
  readonly origin?: Origin | undefined;
  /** `null`: nobody can be asked, and what would be asked is refused. */
  readonly approver?: Approver | null | undefined;
  /** `null`: nobody can be asked; the model is told so. */
  readonly clarifier?: Clarifier | null | undefined;
  /** Of this session, behind those of the runtime. */
  readonly hooks?: readonly AgentHooks[] | undefined;
  /** Where the work is done; absolute, or relative to the runtime's folder. Sessions of one folder share its shell backend and rules. */
  readonly folder?: string | undefined;
  /** MCP servers by their names, as `mcp_servers` of the settings writes them; agreed to by being given. Sessions with the same ones share them. */
  readonly mcpServers?: Readonly<Record<string, unknown>> | undefined;
  /** What of the editor can be used in which the person works: it knows what is not saved yet. */
  readonly editor?: EditorAccess | undefined;
  /** A model, or the name of one. */
  readonly model?: Model | string | undefined;
  /** Of a session that works for another one: it may do what that one may, and no more. Its other choices are `resume`, `model` and limits. */
  readonly parent?: SessionParent | undefined;
}

/** Tools of whoever opens a session. They have room in every request, and children get none of them. */
export interface GivenTools {
  /** Of the toolset `client`. */
  readonly tools: readonly Tool[];
  /** Decides about their calls, and hands every other one to the guard that it is given. */
  guard(other: Guard): Guard;
}

/** What a session has from the one that it works for. */
export interface SessionParent {
  /** Of a session that is open in this runtime. Its mode, grants, folder, backend, origin, approver and job are those of the child. */
  readonly sessionId: string;
  /** Of the child's session, where it is to have a certain one. @default a new id */
  readonly childId?: string | undefined;
  /** 1 for the child of a person's session. */
  readonly depth: number;
  /**
   * Whose shell, folder and browser it works in, such as the parent's own. Absent: an environment of its own, which begins in the
   * folder in which the parent's shell is now.
   */
  readonly taskId?: string | undefined;
  /** For people, in questions: what it works on, in a few words. */
  readonly label?: string | undefined;
  /** Names of tools and of toolsets; of these it gets what its parent has. Absent: those of the role, else all of the parent's. */
  readonly tools?: readonly string[] | undefined;
  readonly role?: Role | undefined;
  /** Untrusted sources of what the parent's model had before it when it wrote the task. */
  readonly provenance?: readonly Provenance[] | undefined;
  /** What the person said, where the task is in their own words. Absent: it counts as written by the parent's model. */
  readonly words?: string | undefined;
}

import type {
  Agent,
  AgentHooks,
  AgentModel,
  Clarifier,
  Compressor,
  ContextUsage,
  MentionResult,
} from "@hermes/agent-loop";
import type { UsageReport, WorkingChanges } from "@hermes/agent-loop/controller";
import type { ChildRecord, ChildTasks } from "@hermes/agent-loop/delegate";
import type { LoadedSettings } from "@hermes/config";
import type { MemoryStore } from "@hermes/memory";
import type { Message, Model, ReasoningEffort } from "@hermes/models";
import type { Permissions, ResolveHost } from "@hermes/permissions";
import type { Approver, Environment, Guard, Origin, Provenance, Tool, ToolRegistry } from "@hermes/registry";
import type { ApiTokens } from "./api/api-tokens.ts";
import type { ApiChoice, HomeApi } from "./api/home-api.ts";
import type { OwnCommandOptions, OwnCommandResult } from "./backend/run-own-command.ts";
import type { HomeCron } from "./cron/home-cron.ts";
import type { HttpListener, HttpOptions } from "./http/http-listener.ts";
import type { HomeMcp } from "./mcp/home-mcp.ts";
import type { PromptCommands } from "./mcp/prompt-commands.ts";
import type { HomeMcpServer, McpServerChoice } from "./mcp-server/home-mcp-server.ts";
import type { HomeModels } from "./models/home-models.ts";
import type { Role } from "./roles/role.ts";
import type { HomePersonalities } from "./personality/home-personalities.ts";
import type { HomeSettings } from "./settings/home-settings.ts";
import type { HomeSkills } from "./skills/home-skills.ts";
import type { Insights, InsightsRange } from "./sessions/gather-insights.ts";
import type { InnerCalls, OpenStateOptions, PartMigrations, RedactReport, State } from "@hermes/state";

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

/** Choices of one start of a program: those of its sessions, and what holds for the home. */
export interface RuntimeFlags extends SessionFlags {
  readonly model?: string | undefined;
  /** For a home that can't be written: sessions are in memory alone, and uses of skills are not counted. */
  readonly keepNothing?: boolean | undefined;
}

/** A runtime is one per home, whoever talks to it. What belongs to a session is given to `openSession`. */
export interface RuntimeOptions {
  readonly loaded: LoadedSettings;
  /** The folder of sessions that name none, and of what is done outside of one. */
  readonly cwd: string;
  readonly env: Environment;
  /** Of sessions that give no origin: `cli`, `telegram`, … */
  readonly platform: string;
  /** Of sessions that choose nothing else. */
  readonly flags?: RuntimeFlags | undefined;
  /** Of sessions that name none. */
  readonly approver?: Approver | undefined;
  /** Of sessions that name none. */
  readonly clarifier?: Clarifier | undefined;
  /** Asks the person for the password of sudo, unseen. Absent: only `SUDO_PASSWORD` is used. */
  readonly askSudoPassword?: (() => Promise<string | undefined>) | undefined;
  /**
   * The folder with the skills that come with Hermes, which are brought into the home. Its `optional` holds packs that are
   * installed on demand. Absent: none.
   */
  readonly bundledSkills?: string | undefined;
  /** MCP servers of this run, agreed to by being named: `name=command arguments…`, `name=https://…`, or an address. */
  readonly mcp?: readonly string[] | undefined;
  /** Looks up the names of what web and browser tools reach. @default the resolver of the system */
  readonly resolveHost?: ResolveHost | undefined;
  /** A model given by the caller (tour, tests); undefined: chosen from flags, settings and environment. */
  readonly model?: Model | undefined;
  /** Tools of the embedding program, beside those of Hermes; one with the name of another takes its place. */
  readonly tools?: readonly Tool[] | undefined;
  /** Shortens a history that grows too long. `null`: none is shortened. @default as the settings have it */
  readonly compressor?: Compressor | null | undefined;
  /** What parts do at the steps of every session. */
  readonly hooks?: readonly AgentHooks[] | undefined;
  /** Of the HTTP listener, which parts share that are reached from outside. @default loopback, any port that is free; a function is asked with the first route */
  readonly http?: HttpOptions | (() => HttpOptions) | undefined;
  /**
   * Files of parts that give the agent power, such as hooks and plugins: like the settings they count as Hermes or the person
   * left them. Absolute; whoever loads one asks `seal` for its text. @default none
   */
  readonly sealed?: readonly string[] | undefined;
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Told what happens beside the session, such as an import of old ones. @default `onWarning` */
  readonly onNotice?: ((message: string) => void) | undefined;
  /**
   * How long after the beginning of the first answer the store may be tidied up: index, import, snapshot. `Infinity`:
   * never.
   *
   * @default 1_000
   */
  readonly housekeepingAfterMs?: number | undefined;
  /** Tables that the embedding program keeps in the store, beside those of the parts. @default none */
  readonly migrations?: readonly PartMigrations[] | undefined;
  /** Opens the store, for a program that watches what is written. @default `openState` of `@hermes/state` */
  readonly openStore?: ((options: OpenStateOptions) => State) | undefined;
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

/** One session with everything it holds. */
export interface OpenSession extends AsyncDisposable {
  readonly id: string;
  readonly agent: Agent;
  /** What the next turn asks. */
  readonly model: Model;
  /** In tokens. */
  readonly contextWindow: number;
  /** How hard the next turn thinks; undefined: as the provider has it. */
  readonly effort: ReasoningEffort | undefined;
  /** The sessions that work for this one. */
  readonly children: SessionChildren;
  /** How many commands run in its background. */
  readonly backgroundJobs: number;
  /** Another model or effort, from the next turn on. */
  use(change: AgentModel): void;
  /** True when the history was read from the store. */
  readonly resumed: boolean;
  /**
   * A command that the person typed themselves: it runs where the commands of the session run, in the same folder, without a
   * question and outside of the wall. The model hears of it only what is then said to it.
   *
   * @throws {HermesError} where the place of work can't be reached; never for what the command does.
   */
  runOwn(command: string, options: OwnCommandOptions): Promise<OwnCommandResult>;
  /**
   * Attaches what was piped into the program, as a file that the person mentions: with secrets taken out, scanned, and at most
   * half of the context window.
   *
   * @returns Notes and provenance for the message it belongs to, or why it is not attached.
   */
  attachPiped(text: string): Promise<MentionResult | undefined>;
  /**
   * At the end of a session: lets the model save what is worth remembering, in at most one request and six seconds.
   * Asks only when the person said three things or more since memory was last written. The session stays as it
   * is. Never throws.
   *
   * @returns What was written.
   */
  saveFacts(options: { readonly signal: AbortSignal }): Promise<readonly string[]>;
  /** What differs in the working folder from its last commit, without files that may not be read. */
  changes(options: { readonly signal: AbortSignal }): Promise<WorkingChanges>;
}

/** The children of a session. Those that run when it is closed are interrupted; they can be resumed when it is open again. */
export type SessionChildren = Pick<
  ChildTasks,
  | "running"
  | "activityOf"
  | "start"
  | "list"
  | "get"
  | "interrupt"
  | "sendInput"
  | "resume"
  | "settleOrphans"
  | "settled"
>;

/** A model of the chain, as the next request finds it. */
export interface ModelStatus {
  /** Undefined: it can't be used; `reason` and `hint` say why. */
  readonly model: string | undefined;
  readonly provider?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** Where its key comes from: a variable, the settings, `auth.json (label)`, `none`. */
  readonly keySource?: string | undefined;
  /** Milliseconds since 1970: until then others are asked. */
  readonly restsUntil?: number | undefined;
  /** Code of why it rests. */
  readonly cause?: string | undefined;
  readonly reason?: string | undefined;
  readonly hint?: string | undefined;
}

/** What a program needs of Hermes. Opens nothing (no database, no shell, no model) before it is needed. */
export interface Runtime extends AsyncDisposable {
  /**
   * A session, held until it is disposed.
   *
   * @throws {SessionBusyError} `SESSION_BUSY` when the resumed session is open elsewhere; `RUNTIME_NO_SESSION`,
   * `RUNTIME_AMBIGUOUS_SESSION`, `RUNTIME_NO_MODEL`.
   */
  openSession(options?: OpenSessionOptions): Promise<OpenSession>;
  /** The chosen model and those that stand in for it, with their cool-downs. Asks no provider. */
  modelStatus(): Promise<readonly ModelStatus[]>;
  /** Every tool, with the guard in place, outside of a session. */
  tools(): Promise<ToolRegistry>;
  /** Who decides what may run, and what has been decided about it. */
  permissions(): Promise<Permissions>;
  /** What of the files that steer Hermes counts, and what was changed in them by somebody else. */
  seal(): Promise<Seal>;
  /** What `config.yaml` and `.env` hold, and changes of them by the person. */
  settings(): Promise<HomeSettings>;
  /**
   * The settings that count: those that were loaded, without what somebody else changed while a session was open.
   *
   * @throws {HermesError} `SEAL_UNKNOWN` where what counts is not known.
   */
  acceptedSettings(): Promise<LoadedSettings>;
  /**
   * Who wrote a file that says what the agent is to do, as far as this home knows.
   *
   * @throws what reading the file throws.
   */
  authorsOf(path: string): Promise<FileAuthors>;
  /** The file of the store, whether there is one or not. */
  readonly storePath: string;
  /** The store, made where there is none. It is closed with the runtime. */
  store(): Promise<State>;
  /** The store; undefined where nobody has said anything yet. Creates nothing. */
  existingStore(): Promise<State | undefined>;
  /**
   * The calls that scripts of a session made, by the id of the call of `execute_code`: they are stored, and never
   * part of its messages.
   */
  scriptCalls(sessionId: string): Promise<InnerCalls>;
  /** The children that a session had, open or not, by their last runs, oldest first. */
  childrenOf(sessionId: string): Promise<readonly ChildRecord[]>;
  /**
   * Overwrites a text, such as a secret, wherever Hermes keeps it: the store with its index, log and snapshots, and large
   * results in files. What the Python Hermes left in the same home is only read, and may still hold it.
   *
   * @throws {HermesError} `STATE_TEXT_TOO_SHORT`, `STATE_LOCKED`.
   */
  redact(text: string): Promise<RedactReport>;
  /** Takes the secrets of this home out of a text that is shown or logged. */
  redactor(): Promise<(text: string) => string>;
  /** The notes across sessions, as the settings have them. */
  memory(): Promise<MemoryStore>;
  /** The skills of this home and of the project, for the person. Those that come with Hermes are brought into the home. */
  skills(): Promise<HomeSkills>;
  /** The MCP servers of this home and of the runtime's folder, for the person. Connects nothing by itself. */
  mcp(): Promise<HomeMcp>;
  /** Prompts of these servers, as what is typed after a slash. Loads nothing where nothing names a server. */
  readonly prompts: PromptCommands;
  /** What children can be: the roles of the home and of the runtime's folder, by name. A file that can't be read is a warning. */
  roles(): Promise<readonly Role[]>;
  /** The models that the person can use, and which of them are used. */
  models(): Promise<HomeModels>;
  /** How the agent can speak, and how its sessions do. */
  personalities(): Promise<HomePersonalities>;
  /** The jobs of this home: what is done at set times. */
  cron(): Promise<HomeCron>;
  listSessions(options?: { readonly limit?: number | undefined }): Promise<readonly SessionSummary[]>;
  /** This home, for other programs of the person, by MCP. Serves nothing before it is told to; dispose it before the runtime. */
  mcpServer(choice: McpServerChoice): Promise<HomeMcpServer>;
  /** This home over HTTP and WebSocket. Serves nothing before it is told to; dispose it before the runtime. */
  api(choice: ApiChoice): Promise<HomeApi>;
  /** Who may come in to the API. */
  apiTokens(): Promise<ApiTokens>;
  /** The one HTTP server, for every part that needs one. Listens from its first route on; closed with the runtime. */
  readonly http: HttpListener;
  /**
   * What fills the window of the configured model: of a session by its id or title, also while it is open elsewhere; without one, of
   * the newest session of this folder, or of one that would begin now. Says nothing to a model and writes no session.
   *
   * @throws {HermesError} `RUNTIME_NO_SESSION`, `RUNTIME_AMBIGUOUS_SESSION`, `RUNTIME_NO_MODEL`.
   */
  contextUsage(options?: ContextUsageOptions): Promise<SessionContext>;
  /** What a session used, or all of them since a time, and what is left of the budgets. */
  usage(of?: {
    readonly sessionId?: string | undefined;
    /** Milliseconds since 1970. */
    readonly from?: number | undefined;
  }): Promise<UsageReport>;
  /** What was used in a range of time. */
  insights(range: InsightsRange): Promise<Insights>;
  /**
   * The model that the settings name for a side task (`title`, `compression`, …); undefined where they name none. What it is
   * asked counts for the budgets of the session, if one is named, and of the day.
   */
  auxiliaryModel(task: string, of?: { readonly sessionId?: string | undefined }): Promise<Model | undefined>;
  /** What works and what doesn't, for `hermes doctor`. Reads every page of the store. */
  diagnose(options?: DiagnoseOptions): Promise<readonly Diagnosis[]>;
}

export interface ContextUsageOptions {
  /** Id, the beginning of one, a title, or `latest`. */
  readonly session?: string | undefined;
  /** Of a session that would begin now, whatever there is. @default false */
  readonly new?: boolean | undefined;
}

export interface SessionContext {
  /** Undefined: a session that would begin now. */
  readonly of: { readonly id: string; readonly title: string } | undefined;
  readonly usage: ContextUsage;
}

export interface FileAuthors {
  /** The agent wrote what it holds, and no person has agreed to that. */
  readonly byAgent: boolean;
  /** Untrusted sources of it. */
  readonly provenance: readonly Provenance[];
}

/** The files that steer Hermes count as Hermes or the person left them. */
export interface Seal {
  /** What of a sealed file counts; undefined: as if there were none. */
  textOf(path: string): Promise<string | undefined>;
  /** Files that hold something else than what counts. */
  changes(): Promise<readonly FoundChange[]>;
  /**
   * Takes up what a person has seen and agreed to.
   *
   * @returns What was taken up; a file that was changed since is left out.
   * @throws {HermesError} `SEAL_SESSION_OPEN`.
   */
  accept(changes: readonly FoundChange[]): Promise<readonly FoundChange[]>;
}

export interface FoundChange {
  readonly path: string;
  /** SHA-256 of what it holds. */
  readonly hash: string;
  /** The person said no to it. */
  readonly isRefused: boolean;
  /** From what counts to what it holds, as a unified diff without secrets. */
  readonly diff: string;
}

export interface DiagnoseOptions {
  /** Ends the checks; rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface SessionSummary {
  readonly id: string;
  readonly title: string;
  readonly model: string;
  readonly platform: string;
  readonly cwd?: string | undefined;
  readonly startedAt: number;
  readonly lastActiveAt: number;
  readonly messageCount: number;
}

export interface Diagnosis {
  readonly name: string;
  readonly status: "ok" | "warning" | "failed";
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
}

import type { AcpHome, EditorAccess } from "@hermes/acp";
import type { AgentHooks, Clarifier, Compressor, ContextUsage } from "@hermes/agent-loop";
import type { ControllerPorts, UsageReport } from "@hermes/agent-loop/controller";
import type { ChildRecord } from "@hermes/agent-loop/delegate";
import type { LoadedSettings } from "@hermes/config";
import type { MemoryStore } from "@hermes/memory";
import type { Model } from "@hermes/models";
import type { Permissions, ResolveHost } from "@hermes/permissions";
import type { Approver, Environment, Provenance, Tool, ToolRegistry } from "@hermes/registry";
import type { ApiTokens } from "./api/api-tokens.ts";
import type { ApiChoice, HomeApi } from "./api/home-api.ts";
import type { HomeCron } from "./cron/home-cron.ts";
import type { HttpListener, HttpOptions } from "./http/http-listener.ts";
import type { HomeHooks } from "./hooks/home-hooks.ts";
import type { HomeMcp } from "./mcp/home-mcp.ts";
import type { PromptCommands } from "./mcp/prompt-commands.ts";
import type { HomeMcpServer, McpServerChoice } from "./mcp-server/home-mcp-server.ts";
import type { HomeModels } from "./models/home-models.ts";
import type { Role } from "./roles/role.ts";
import type { HomePlugins } from "./plugins/home-plugins.ts";
import type { PluginCommands } from "./plugins/plugin-commands.ts";
import type { PartNames } from "./plugins/taken-names.ts";
import type { HomePersonalities } from "./personality/home-personalities.ts";
import type { HomeSettings } from "./settings/home-settings.ts";
import type { HomeSkills } from "./skills/home-skills.ts";
import type { Insights, InsightsRange } from "./sessions/gather-insights.ts";
import type { InnerCalls, OpenStateOptions, PartMigrations, RedactReport, State } from "@hermes/state";
import type { OpenSession } from "./session/opened-session.ts";
import type { OpenSessionOptions, SessionFlags } from "./session/session-options.ts";

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
  /** MCP servers by their names, as `mcp_servers` of the settings writes them; agreed to by being given. @default none */
  readonly mcpServers?: Readonly<Record<string, unknown>> | undefined;
  /** What of the editor can be used in which the person works. @default none */
  readonly editor?: EditorAccess | undefined;
  /** Looks up the names of what web and browser tools reach. @default the resolver of the system */
  readonly resolveHost?: ResolveHost | undefined;
  /** A model given by the caller (tour, tests); undefined: chosen from flags, settings and environment. */
  readonly model?: Model | undefined;
  /** Tools of the embedding program, beside those of Hermes; one with the name of another takes its place. */
  readonly tools?: readonly Tool[] | undefined;
  /** Shortens a history that grows too long. `null`: none is shortened. @default as the settings have it */
  readonly compressor?: Compressor | null | undefined;
  /** What the program calls parts of its own, such as its commands and skins: plug-ins can't take these names. @default none */
  readonly partNames?: (() => PartNames | Promise<PartNames>) | undefined;
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
  /** The hooks of the settings and the hook folders of the home, for the person. Runs none by itself. */
  hooks(): Promise<HomeHooks>;
  /** The plug-ins of this home and of the runtime's folder, for the person. Starts nothing by itself. */
  plugins(): Promise<HomePlugins>;
  /** Commands of plug-ins, as what is typed after a slash. Loads nothing where there is no plug-in. */
  readonly pluginCommands: PluginCommands;
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
  /** This home for an editor, by the Agent Client Protocol; `serveAcp` of `@hermes/acp` serves it. */
  acp(choice: AcpChoice): Promise<AcpHome>;
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

export interface AcpChoice {
  /**
   * What the commands of a session need of this home.
   *
   * @param runtime As it is in the folder of the session.
   */
  readonly ports: (runtime: Runtime, folder: string) => ControllerPorts;
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

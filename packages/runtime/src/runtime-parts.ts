import type { Browsers } from "@hermes/browser";
import type { WithDrawingPage } from "@hermes/documents/diagrams";
import type { ModelChoice } from "@hermes/models";
import type { Permissions, WrittenFiles } from "@hermes/permissions";
import type { Origin, ToolRegistry, ToolSelection } from "@hermes/registry";
import type { Isolation } from "@hermes/sandbox";
import type { SessionSight } from "./media/session-sight.ts";
import type { State } from "@hermes/state";
import type { Backend } from "@hermes/terminal-backends";
import type { ChosenBackend } from "./backend/chosen-backend.ts";
import type { OpenWall } from "./backend/open-wall.ts";
import type { HomeCron } from "./cron/home-cron.ts";
import type { HomeSeal } from "./seal/home-seal.ts";
import type { StoredAgentFiles } from "./permissions/agent-files.ts";
import type { AgentSpans } from "./permissions/agent-spans.ts";
import type { TouchedPaths } from "./prompt/touched-paths.ts";
import type { SessionProcesses } from "./processes/session-processes.ts";
import type { NamedModel } from "./models/chosen-model.ts";
import type { OpenChildren } from "./child/open-children.ts";
import type { SharedFiles } from "./child/shared-files.ts";
import type { Lazy } from "./lazy.ts";
import type { HomeContext, RuntimeContext } from "./runtime-context.ts";
import type { WorkspaceMcp } from "./mcp/workspace-mcp.ts";
import type { FolderPlugins } from "./plugins/folder-plugins.ts";
import type { Role } from "./roles/role.ts";
import type { SharedSkills } from "./skills/shared-skills.ts";
import type { SessionMeters } from "./spending/session-meters.ts";
import type { StoreMaintenance } from "./sessions/store-maintenance.ts";
import type { OpenSession } from "./session/opened-session.ts";
import type { GivenTools, SessionParent } from "./session/session-options.ts";
import type { AgreedHooks } from "./hooks/agreed-hooks.ts";
import type { HomeWeb } from "./web/home-web.ts";

/** What the sessions of one home share, whatever their folder. Each part is loaded and made when it is first asked for. */
export interface HomeParts extends HomeContext {
  readonly state: Lazy<State>;
  /** Which files came from elsewhere. */
  readonly written: WrittenFiles;
  /** When commands of the agent ran. */
  readonly spans: AgentSpans;
  /** Which files the agent made. */
  readonly agentFiles: StoredAgentFiles;
  /** Titles, summaries and housekeeping over the store. */
  readonly care: Lazy<StoreMaintenance>;
  /** The store if there is one already, or if it is open. */
  readonly existingState: () => Promise<State | undefined>;
  /** What was said about hooks, and what runs them. */
  readonly hooks: Lazy<AgreedHooks & AsyncDisposable>;
  /** What scripts of `execute_code` run in; rejects where that is less than the settings ask for. */
  readonly codeIsolation: Lazy<Isolation>;
  /** Takes secrets out of what a model, a log or a store sees. */
  readonly redactor: Lazy<(text: string) => string>;
  /** What of the files that steer Hermes counts. */
  readonly seal: Lazy<HomeSeal>;
  /** Names this start of the program, for what may be spent in it. */
  readonly run: string;
  /** Counts what models are asked. */
  readonly meters: SessionMeters;
  /** The children of the sessions that are open. */
  readonly children: OpenChildren;
  /** `kept`: the personality that this process wrote into the settings, which it has read before. */
  readonly personalities: { kept?: string };
  /** Told of each change that this process makes to a job. */
  readonly jobListeners: Set<() => void>;
}

/** What goes on where settings turn out not to count. */
export type SharedParts = Pick<
  HomeParts,
  "state" | "existingState" | "redactor" | "seal" | "run" | "children" | "jobListeners" | "personalities"
>;

/** What the sessions of one folder and backend share. */
export interface WorkspaceParts {
  /** Absolute: where the work is done. */
  readonly cwd: string;
  readonly chosenBackend: ChosenBackend;
  readonly backend: Lazy<Backend>;
  /** What holds commands here. Undefined: nothing does. */
  readonly wall: Lazy<OpenWall | undefined>;
  readonly processes: SessionProcesses;
  /** Who decides what may run. */
  readonly permissions: Lazy<Permissions>;
  readonly sharedSkills: Lazy<SharedSkills>;
  /** Where calls of the sessions work. */
  readonly touched: TouchedPaths;
  readonly sharedFiles: SharedFiles;
  /** The MCP servers of the folder. */
  readonly mcp: Lazy<WorkspaceMcp>;
  /** Its plug-ins, and those of the home. */
  readonly plugins: Lazy<FolderPlugins>;
}

/** Everything that a session is made of, with what was chosen for it. */
export interface RuntimeParts extends RuntimeContext, HomeParts, WorkspaceParts {
  readonly origin: Origin;
  readonly givenTools: GivenTools | undefined;
  /** What the model of the session takes of pictures. Undefined outside of one. */
  readonly sight?: SessionSight | undefined;
  /** Undefined: a person speaks to the session. */
  readonly child?: ChildParts | undefined;
  /** What its children can be; a child has those of its parent. */
  readonly roles: Lazy<readonly Role[]>;
  /** The jobs of the home. */
  readonly cron: Lazy<HomeCron>;
  /** How the home reads the web. */
  readonly web: Lazy<HomeWeb>;
  /** The browser of the home. */
  readonly browsers: Lazy<Browsers>;
  /** A page without a network, to draw in. */
  readonly withDrawingPage: WithDrawingPage;
  readonly modelChoice: Lazy<ModelChoice>;
  /** The chosen one first, then those that stand in for it. */
  readonly models: Lazy<readonly [NamedModel, ...NamedModel[]]>;
  /** Aborted when the runtime is closed. */
  readonly closing: AbortSignal;
}

/** What a session is that works for another one. */
export interface ChildParts {
  readonly parent: SessionParent;
  /** The session that it works for, which is open as long as it is. */
  readonly of: OpenedSession;
}

/** An open session with what it is made of, for those that work for it. */
export interface OpenedSession {
  readonly session: OpenSession;
  /** Its own permissions among them. */
  readonly parts: RuntimeParts;
  readonly tools: ToolRegistry;
  readonly toolsets: ToolSelection;
  /** Names the environment of its calls. */
  readonly taskId: string;
}

import type { ReasoningEffort } from "@hermes/models";
import type { ApprovalLog } from "@hermes/registry";
import type { AgentInput } from "../turn/turn-input.ts";
import type { CronRequest } from "./cron-request.ts";
import type { UsageReport, UsageTotals } from "./usage-lines.ts";

/** What can be typed after a slash besides the commands of the table. */
export interface SkillCommand {
  /** Without the slash. */
  readonly name: string;
  readonly summary: string;
}

/** Lines for the person, then words for the agent. */
export interface OfferedReply {
  readonly lines: readonly string[];
  readonly input?: AgentInput | undefined;
}

/** A kept session, as a list shows it. */
export interface KeptSession {
  readonly id: string;
  readonly title: string;
  readonly messageCount: number;
  /** Milliseconds since 1970. */
  readonly lastActiveAt: number;
}

/** A manner of speaking, as a list shows it. */
export interface ListedPersonality {
  readonly name: string;
  /** The beginning of what the model is told. */
  readonly summary: string;
}

/** What a program tells about itself: lines for people, and the same as data. */
export interface ProgramReport {
  readonly lines: readonly string[];
  readonly data: unknown;
}

/** An MCP server, as a list shows it. */
export interface McpServerState {
  readonly name: string;
  readonly enabled: boolean;
  /** Whether a person has agreed that it is used; undefined: nobody was asked yet. */
  readonly allowed: boolean | undefined;
  readonly status: {
    readonly state: "idle" | "starting" | "ready" | "waiting" | "needs-login" | "failed" | "closed";
    readonly reason?: string | undefined;
    readonly hint?: string | undefined;
  };
  /** How many it offers; undefined: not known yet. */
  readonly tools: number | undefined;
  /** What is wrong with its entry. */
  readonly problem?: string | undefined;
}

/** What a program can do that a session can't. */
export type ProgramTask =
  | { readonly task: "list-models" | "add-mcp-server" }
  | { readonly task: "allow-mcp-server" | "login-mcp-server"; readonly server: string }
  | { readonly task: "resume"; readonly sessionId: string };

export type ReportName = "doctor" | "memory" | "permissions" | "version";

/** What a controller needs of the program around it. A command whose port is absent says that it can't work here. */
export interface ControllerPorts {
  /** The profile of the home; undefined: the default one. */
  readonly profile?: string | undefined;
  readonly skills?:
    | {
        commands(): Promise<readonly SkillCommand[]>;
        /** The message that a skill's command enters; undefined when there is none of that name. */
        messageOf(name: string, args: string): Promise<AgentInput | undefined>;
        /** What a command answers that enters no message by itself; undefined when there is none of that name. @default there are none */
        replyOf?:
          | ((
              name: string,
              args: string,
              at: { readonly sessionId: string; readonly signal: AbortSignal },
            ) => Promise<OfferedReply | undefined>)
          | undefined;
      }
    | undefined;
  /** Where questions to the person are kept. */
  readonly approvals?: Pick<ApprovalLog, "answer" | "list"> | undefined;
  /** How questions about permission are handled. */
  readonly modes?:
    | {
        list(): Promise<readonly { readonly name: string; readonly summary: string }[]>;
        current(sessionId: string): Promise<string>;
        /** @returns The mode that was set; undefined when there is none of that name. */
        set(sessionId: string, name: string): Promise<string | undefined>;
      }
    | undefined;
  /** How the agent speaks. Absent: it can't be chosen here. */
  readonly personalities?:
    | {
        list(): Promise<readonly ListedPersonality[]>;
        /** Undefined: none. */
        current(sessionId: string): Promise<string | undefined>;
        /**
         * Speaks so from the next message on, which says so; the prompt stays as it is. `keep`: new sessions do, too.
         *
         * @param name `none`: as without one.
         * @returns The name; undefined for none.
         * @throws where there is none of that name; the hint names the nearest.
         */
        choose(
          sessionId: string,
          name: string,
          options: { readonly keep: boolean },
        ): Promise<{ readonly name: string | undefined; readonly notes?: readonly string[] | undefined }>;
      }
    | undefined;
  /** Which model a session asks, and which others there are. */
  readonly models?:
    | {
        current(sessionId: string): Promise<ModelInUse>;
        /** Words that stand in the name; the chosen model first. @default all */
        list(query?: string): Promise<readonly { readonly model: string; readonly provider: string }[]>;
        /**
         * Switches from the next turn on; `keep`: for the sessions to come too.
         *
         * @throws where there is none of that name; the hint names the nearest.
         */
        choose(
          sessionId: string,
          name: string,
          options: { readonly provider?: string | undefined; readonly keep: boolean },
        ): Promise<ModelInUse>;
        /** Undefined: as the provider has it. */
        setEffort(sessionId: string, effort: ReasoningEffort | undefined): Promise<ModelInUse>;
      }
    | undefined;
  /** The MCP servers of a session. */
  readonly mcp?:
    | {
        list(sessionId: string): Promise<readonly McpServerState[]>;
        /** Reads the entries anew, ends what is gone or changed, and connects again what is in use. */
        reload(sessionId: string): Promise<readonly McpServerState[]>;
      }
    | undefined;
  /**
   * Has a chat go on with a session, which is then left here. Absent: this is a chat itself.
   *
   * @returns What to say.
   * @throws where no chat is meant.
   */
  readonly handOff?: ((sessionId: string, target: string) => Promise<readonly string[]>) | undefined;
  /**
   * The jobs at set times of the whole home, on the word of the person who types.
   *
   * @throws where the schedule is not understood, or no job or several are meant.
   */
  readonly cron?: ((asked: CronRequest) => Promise<ProgramReport>) | undefined;
  /** What a session used, and what is left of its budgets. */
  readonly usage?: ((sessionId: string) => Promise<UsageReport>) | undefined;
  /** What was used since a time, in milliseconds since 1970. */
  readonly insights?: ((range: { readonly from: number }) => Promise<UsedSince>) | undefined;
  /** The sessions that are kept. */
  readonly sessions?:
    | {
        /** The last active first. */
        list(options: { readonly limit: number }): Promise<readonly KeptSession[]>;
        /**
         * The id of the one that is meant: an id, the beginning of one, a title or words of it, `latest`.
         *
         * @throws where none or several are meant.
         */
        find(wanted: string): Promise<string>;
        /** @returns false when nothing of the session is kept yet. */
        setTitle(sessionId: string, title: string): Promise<boolean>;
        /**
         * Writes a session to a file.
         *
         * @param file Absent: one named after the session, in the working folder.
         * @returns Its path.
         * @throws where there is such a file already.
         */
        export(sessionId: string, file: string | undefined): Promise<string>;
      }
    | undefined;
  /** What is typed outside of a session for a task that a command names; undefined: there is nothing for it. */
  readonly programCommand?: ((task: ProgramTask) => string | undefined) | undefined;
  readonly reports?:
    | Partial<
        Readonly<
          Record<
            ReportName,
            (asked: { readonly sessionId: string; readonly signal: AbortSignal }) => Promise<ProgramReport>
          >
        >
      >
    | undefined;
  /** Width of the place where lines are shown, in columns; undefined: they are wrapped there. */
  readonly columns?: (() => number | undefined) | undefined;
  /** A line about keys, for the end of the list of commands. */
  readonly keys?: (() => string | undefined) | undefined;
}

/** What the next turn asks. */
export interface ModelInUse {
  readonly model: string;
  readonly provider: string;
  /** In tokens. */
  readonly contextWindow: number;
  readonly effort?: ReasoningEffort | undefined;
  /** Those the model can be told, lowest first; undefined: not known. */
  readonly efforts?: readonly ReasoningEffort[] | undefined;
  /** Whether it reads images; undefined: not known. */
  readonly images?: boolean | undefined;
  /** What the person should know of the switch. */
  readonly notes?: readonly string[] | undefined;
}

export interface UsedSince extends UsageTotals {
  readonly sessions: number;
  readonly messages: number;
}

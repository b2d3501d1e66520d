import type { AuditInfo } from "./audit.ts";
import type { ApprovalAnswer, ApprovalInfo, QuestionAnswer, QuestionInfo } from "./approval.ts";
import type { ChildInfo } from "./child.ts";
import type { ContextInfo } from "./context.ts";
import type { FoundHubSkills, HubInstall, HubInstalled, HubPlan } from "./hub.ts";
import type { InsightsInfo } from "./insights.ts";
import type { JobChange, JobInfo, JobRun } from "./job.ts";
import type {
  LearningInfo,
  MemoryChange,
  MemoryContents,
  MemoryTarget,
  MemoryWrite,
  MemoryWritten,
} from "./memory.ts";
import type { PairedPerson, PairingApproval, PairingsInfo } from "./pairing.ts";
import type { ExplainInput, ExplanationInfo, ModeChange, PermissionsInfo, RuleWrite } from "./permission.ts";
import type { LinkInfo, PushInfo, PushNews, PushTarget } from "./push.ts";
import type { Role } from "./role.ts";
import type { RunningTurn, RunRequest, RunStarted } from "./run.ts";
import type { ExportFormat, FoundSession, MessagePage, SessionExport, SessionInfo } from "./session.ts";
import type { SettingInfo, SettingWrite } from "./setting.ts";
import type { SkillInfo, SkillText } from "./skill.ts";
import type { GatewayInfo, LogInfo, ProcessInfo, ProcessOutput } from "./status.ts";
import type { ModelInfo, UsageInfo } from "./usage.ts";

/** One call: what stands in its path, its query and its body, and what is answered. */
export interface ApiCall {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly response: unknown;
}

interface Id {
  readonly id: string;
}
interface Name {
  readonly name: string;
}
interface Listed<Item> {
  readonly items: readonly Item[];
}
/** A list that is asked for in pieces. */
export interface Page<Item> extends Listed<Item> {
  /** Whether there are more behind it. */
  readonly more: boolean;
}
interface Limit {
  /** @default 50 */
  readonly limit?: number | undefined;
}
interface Place extends Limit {
  /** How many are skipped. @default 0 */
  readonly offset?: number | undefined;
}
interface OfSession {
  readonly sessionId?: string | undefined;
}
/** It was done. */
export interface Done {
  readonly ok: true;
}

/** Every call of the native API but the streams, by its name. */
export interface ApiCalls {
  readonly whoAmI: { readonly response: { readonly name: string; readonly role: Role } };

  readonly listSessions: {
    readonly query: Place & { readonly platform?: string | undefined };
    readonly response: Page<SessionInfo>;
  };
  readonly searchSessions: {
    readonly query: Limit & { readonly q: string };
    readonly response: Listed<FoundSession>;
  };
  readonly getSession: { readonly params: Id; readonly response: SessionInfo };
  readonly renameSession: {
    readonly params: Id;
    readonly body: { readonly title: string };
    readonly response: SessionInfo;
  };
  readonly deleteSession: { readonly params: Id; readonly response: Done };
  readonly listMessages: {
    readonly params: Id;
    readonly query: Limit & { readonly before?: number | undefined; readonly after?: number | undefined };
    readonly response: MessagePage;
  };
  readonly forkSession: {
    readonly params: Id;
    readonly body: {
      /** A place in the history. */
      readonly before?: number | undefined;
      /** Id of a message, in its place. */
      readonly beforeMessage?: number | undefined;
    };
    readonly response: SessionInfo;
  };
  readonly exportSession: {
    readonly params: Id;
    readonly query: { readonly format?: ExportFormat | undefined };
    readonly response: SessionExport;
  };

  readonly listChildren: { readonly params: Id; readonly response: Listed<ChildInfo> };
  readonly getContext: { readonly params: Id; readonly response: ContextInfo };

  readonly startRun: { readonly body: RunRequest; readonly response: RunStarted };
  readonly listRuns: { readonly response: Listed<RunningTurn> };
  readonly steerRun: {
    readonly params: Id;
    readonly body: { readonly text: string };
    readonly response: { readonly steered: boolean };
  };
  readonly stopRun: { readonly params: Id; readonly response: { readonly stopped: boolean } };

  readonly listApprovals: {
    readonly query: OfSession & { readonly status?: ApprovalInfo["status"] | undefined };
    readonly response: Listed<ApprovalInfo>;
  };
  readonly getApproval: { readonly params: Id; readonly response: ApprovalInfo };
  readonly answerApproval: {
    readonly params: Id;
    readonly body: ApprovalAnswer;
    readonly response: ApprovalInfo;
  };
  readonly listQuestions: { readonly query: OfSession; readonly response: Listed<QuestionInfo> };
  readonly answerQuestion: { readonly params: Id; readonly body: QuestionAnswer; readonly response: Done };

  readonly listJobs: { readonly response: Listed<JobInfo> };
  readonly createJob: { readonly body: JobChange; readonly response: JobInfo };
  readonly previewJob: {
    readonly query: { readonly id?: string | undefined };
    readonly body: JobChange;
    readonly response: JobInfo;
  };
  readonly getJob: { readonly params: Id; readonly response: JobInfo };
  readonly editJob: { readonly params: Id; readonly body: JobChange; readonly response: JobInfo };
  readonly removeJob: { readonly params: Id; readonly response: Done };
  readonly pauseJob: { readonly params: Id; readonly response: JobInfo };
  readonly resumeJob: { readonly params: Id; readonly response: JobInfo };
  readonly runJob: { readonly params: Id; readonly response: JobRun };
  readonly listJobRuns: {
    readonly query: Limit & { readonly id?: string | undefined };
    readonly response: Listed<JobRun>;
  };

  readonly readMemory: {
    readonly params: { readonly target: MemoryTarget };
    readonly response: MemoryContents;
  };
  readonly writeMemory: { readonly body: MemoryWrite; readonly response: MemoryWritten };
  readonly listMemoryChanges: {
    readonly params: { readonly target: MemoryTarget };
    readonly response: Listed<MemoryChange>;
  };
  readonly revertMemory: { readonly params: Id; readonly response: MemoryWritten };
  readonly listLearnings: { readonly query: Limit; readonly response: Listed<LearningInfo> };
  readonly removeLearning: { readonly params: Id; readonly response: Done };

  readonly listSkills: {
    readonly query: { readonly q?: string | undefined; readonly all?: boolean | undefined };
    readonly response: Listed<SkillInfo>;
  };
  readonly getSkill: { readonly params: Name; readonly response: SkillText };

  readonly searchHub: { readonly query: Limit & { readonly q: string }; readonly response: FoundHubSkills };
  readonly inspectHub: { readonly body: { readonly reference: string }; readonly response: HubPlan };
  readonly installHub: { readonly body: HubInstall; readonly response: HubInstalled };
  readonly listInstalled: { readonly response: Listed<HubInstalled> };
  readonly uninstallHub: { readonly params: Name; readonly response: Done };

  readonly getPermissions: { readonly query: OfSession; readonly response: PermissionsInfo };
  readonly setMode: { readonly body: ModeChange; readonly response: Done };
  readonly addRule: { readonly body: RuleWrite; readonly response: Done };
  readonly removeRule: { readonly body: RuleWrite; readonly response: Done };
  readonly explainPermission: { readonly body: ExplainInput; readonly response: ExplanationInfo };

  readonly listAudit: {
    readonly query: Limit &
      OfSession & {
        readonly decision?: AuditInfo["decision"] | undefined;
        readonly tool?: string | undefined;
        /** Entries before this one. */
        readonly before?: number | undefined;
      };
    readonly response: Page<AuditInfo>;
  };

  readonly listSettings: { readonly response: Listed<SettingInfo> };
  readonly getSetting: { readonly params: { readonly key: string }; readonly response: SettingInfo };
  readonly setSetting: {
    readonly params: { readonly key: string };
    readonly body: SettingWrite;
    readonly response: SettingInfo;
  };
  readonly unsetSetting: { readonly params: { readonly key: string }; readonly response: SettingInfo };

  readonly getGateway: { readonly response: GatewayInfo };
  readonly getGatewayLog: { readonly query: Limit; readonly response: LogInfo };
  readonly listPairings: { readonly response: PairingsInfo };
  readonly approvePairing: { readonly body: PairingApproval; readonly response: PairingsInfo };
  readonly revokePairing: { readonly body: PairedPerson; readonly response: PairingsInfo };
  readonly listProcesses: { readonly query: OfSession; readonly response: Listed<ProcessInfo> };
  readonly readProcess: {
    readonly params: Id & { readonly process: string };
    readonly response: ProcessOutput;
  };
  readonly stopProcess: {
    readonly params: Id & { readonly process: string };
    readonly response: ProcessInfo;
  };
  readonly getUsage: {
    readonly query: OfSession & { readonly from?: number | undefined };
    readonly response: UsageInfo;
  };
  readonly getInsights: {
    readonly query: { readonly from?: number | undefined };
    readonly response: InsightsInfo;
  };
  readonly listModels: { readonly response: Listed<ModelInfo> };

  readonly createLink: { readonly response: LinkInfo };
  readonly getPush: { readonly response: PushInfo };
  readonly addPush: { readonly body: PushTarget; readonly response: Done };
  readonly removePush: { readonly body: PushTarget; readonly response: Done };
  readonly getNews: { readonly response: PushNews };
}

export type ApiCallName = keyof ApiCalls;

import type { ApprovalAnswer, ApprovalInfo, QuestionAnswer, QuestionInfo } from "./approval.ts";
import type { JobChange, JobInfo, JobRun } from "./job.ts";
import type {
  LearningInfo,
  MemoryChange,
  MemoryContents,
  MemoryTarget,
  MemoryWrite,
  MemoryWritten,
} from "./memory.ts";
import type { ExplainInput, ExplanationInfo, ModeChange, PermissionsInfo, RuleWrite } from "./permission.ts";
import type { Role } from "./role.ts";
import type { RunningTurn, RunRequest, RunStarted } from "./run.ts";
import type { ExportFormat, FoundSession, MessagePage, SessionExport, SessionInfo } from "./session.ts";
import type { SettingInfo, SettingWrite } from "./setting.ts";
import type { SkillInfo, SkillText } from "./skill.ts";
import type { GatewayInfo, ProcessInfo } from "./status.ts";
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
    readonly body: { readonly before?: number | undefined };
    readonly response: SessionInfo;
  };
  readonly exportSession: {
    readonly params: Id;
    readonly query: { readonly format?: ExportFormat | undefined };
    readonly response: SessionExport;
  };

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

  readonly getPermissions: { readonly query: OfSession; readonly response: PermissionsInfo };
  readonly setMode: { readonly body: ModeChange; readonly response: Done };
  readonly addRule: { readonly body: RuleWrite; readonly response: Done };
  readonly removeRule: { readonly body: RuleWrite; readonly response: Done };
  readonly explainPermission: { readonly body: ExplainInput; readonly response: ExplanationInfo };

  readonly listSettings: { readonly response: Listed<SettingInfo> };
  readonly getSetting: { readonly params: { readonly key: string }; readonly response: SettingInfo };
  readonly setSetting: {
    readonly params: { readonly key: string };
    readonly body: SettingWrite;
    readonly response: SettingInfo;
  };
  readonly unsetSetting: { readonly params: { readonly key: string }; readonly response: SettingInfo };

  readonly getGateway: { readonly response: GatewayInfo };
  readonly listProcesses: { readonly query: OfSession; readonly response: Listed<ProcessInfo> };
  readonly getUsage: {
    readonly query: OfSession & { readonly from?: number | undefined };
    readonly response: UsageInfo;
  };
  readonly listModels: { readonly response: Listed<ModelInfo> };
}

export type ApiCallName = keyof ApiCalls;

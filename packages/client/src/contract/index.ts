/** What server and client of the API have agreed on: calls, their routes and schemas, events, and the messages of the WebSocket. */
export type { ApiCall, ApiCallName, ApiCalls, Done, Page } from "./api-calls.ts";
export { apiRoutes } from "./api-routes.ts";
export type { ApiRoute } from "./api-routes.ts";
export { apiSchemas } from "./api-schemas.ts";
export type { CallSchemas } from "./api-schemas.ts";
export type { ApprovalAnswer, ApprovalInfo, QuestionAnswer, QuestionInfo } from "./approval.ts";
export { runEvent } from "./event.ts";
export type { EventApproval, EventMessage, OtherEventType, RunEvent, TurnEndEvent } from "./event.ts";
export type { AuditInfo } from "./audit.ts";
export type { ChildInfo } from "./child.ts";
export type { ContextInfo } from "./context.ts";
export type { FoundHubSkills, HubInstall, HubInstalled, HubPlan, HubSkill } from "./hub.ts";
export type { InsightsInfo, InsightsSum } from "./insights.ts";
export type { JobChange, JobInfo, JobRun } from "./job.ts";
export type {
  LearningInfo,
  MemoryChange,
  MemoryContents,
  MemoryEntry,
  MemoryTarget,
  MemoryWrite,
  MemoryWritten,
} from "./memory.ts";
export type {
  ExplainInput,
  ExplanationInfo,
  ModeChange,
  PermissionsInfo,
  RuleEffect,
  RuleInfo,
  RuleWrite,
} from "./permission.ts";
export type { PairedPerson, PairingApproval, PairingsInfo } from "./pairing.ts";
export type { LinkInfo, PushInfo, PushNews, PushTarget } from "./push.ts";
export { mayAccess, roles } from "./role.ts";
export type { Access, Role } from "./role.ts";
export { sessionId } from "./run.ts";
export type {
  CanvasInput,
  InputPart,
  RunInput,
  RunningTurn,
  RunRequest,
  RunStarted,
  WhenBusy,
} from "./run.ts";
export type {
  ExportFormat,
  FoundSession,
  MessagePage,
  SessionExport,
  SessionInfo,
  SessionMessage,
} from "./session.ts";
export type { SettingInfo, SettingValue, SettingWrite } from "./setting.ts";
export type { SkillInfo, SkillText } from "./skill.ts";
export { errorInfo, socketCloseCodes, socketMessage, socketRequest } from "./socket.ts";
export type { ErrorInfo, SocketMessage, SocketRequest } from "./socket.ts";
export type { GatewayInfo, LogInfo, ProcessInfo, ProcessOutput } from "./status.ts";
export type { ModelInfo, Usage, UsageInfo } from "./usage.ts";

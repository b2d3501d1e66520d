/** Puts the parts of Hermes together: settings in, one agent for one session out. */
export { AmbiguousSessionError, chooseSession } from "./choose-session.ts";
export { toolsetsOfPlatform } from "./chosen-tools.ts";
export { explainCache } from "./sessions/explain-cache.ts";
export type { CacheBreak, CacheBreakCause, CacheReport } from "./sessions/explain-cache.ts";
export { gatherInsights } from "./sessions/gather-insights.ts";
export type { Insights, InsightsRange } from "./sessions/gather-insights.ts";
export { createRuntime } from "./create-runtime.ts";
export type { OwnCommandOptions, OwnCommandResult } from "./backend/run-own-command.ts";
export type {
  AcpChoice,
  ContextUsageOptions,
  Diagnosis,
  FileAuthors,
  FoundChange,
  ModelStatus,
  Runtime,
  RuntimeFlags,
  RuntimeOptions,
  Seal,
  SessionContext,
  SessionSummary,
} from "./runtime.ts";
export type { OpenSession } from "./session/opened-session.ts";
export type { GivenTools, OpenSessionOptions, SessionParent } from "./session/session-options.ts";
export type { ApiTokens, ListedToken } from "./api/api-tokens.ts";
export type { ApiChoice, HomeApi } from "./api/home-api.ts";
export type { PushChoice } from "./api/push/push-choice.ts";
export type {
  HttpListener,
  HttpOptions,
  HttpRequest,
  HttpRoute,
  HttpUpgrade,
  ServedRoute,
} from "./http/http-listener.ts";
export type { HomeMcpServer, McpServerChoice } from "./mcp-server/home-mcp-server.ts";
export type {
  HomeModels,
  KeptModel,
  ListedModel,
  ListModelsOptions,
  SessionModel,
} from "./models/home-models.ts";
export type { HookState } from "./hooks/agreed-hooks.ts";
export type { HomeGatewayHooks, HomeHooks, HookReport, HookTrial } from "./hooks/home-hooks.ts";
export type { HomeMcp, McpEntryText, McpToolReport } from "./mcp/home-mcp.ts";
export type { McpServerReport } from "./mcp/server-report.ts";
export type { HomePlugins, PluginPlan, PluginReport } from "./plugins/home-plugins.ts";
export type {
  PluginCommandAnswer,
  PluginCommandFacts,
  PluginCommandOptions,
  PluginCommands,
} from "./plugins/plugin-commands.ts";
export type { PartNames } from "./plugins/taken-names.ts";
export type { UsedPlugin, WorkspacePlugins } from "./plugins/workspace-plugins.ts";
export { homeSpeaker } from "./speech/home-speaker.ts";
export type { HomeSpeaker } from "./speech/home-speaker.ts";
export { homeTranscriber } from "./speech/home-transcriber.ts";
export type { HomeTranscriber } from "./speech/home-transcriber.ts";
export type { PluginsForSpeech } from "./speech/speech-of-plugins.ts";
export { chooseRole } from "./roles/choose-role.ts";
export type { FoundScript, HomeCron } from "./cron/home-cron.ts";
export type { Role } from "./roles/role.ts";
export type { HomePersonalities } from "./personality/home-personalities.ts";
export type { Personality } from "./personality/personality.ts";
export type { HomeSettings } from "./settings/home-settings.ts";
export type { HomeSkills, SkillCommand } from "./skills/home-skills.ts";

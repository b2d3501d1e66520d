/** A home over HTTP and WebSocket: OpenAI-compatible below `/v1`, its own API below `/api`, behind tokens. */
export type { Api, Connection } from "./api.ts";
export type { ApiLimits, ApiOptions, ApiToken } from "./api-options.ts";
export { createClientTools, isClientCall } from "./client-tools.ts";
export type { AgentClientTools } from "./client-tools.ts";
export { createApi } from "./create-api.ts";
export { openPageFolder } from "./page/open-page-folder.ts";
export type { PageFile, PageFiles } from "./page/page-files.ts";
export { toRequest, writeResponse } from "./http/node-http.ts";
export type { WriteOptions } from "./http/node-http.ts";
export type { ApprovalsPort } from "./ports/approvals-port.ts";
export type { GatewayPort } from "./ports/gateway-port.ts";
export type { HomePorts } from "./ports/home-ports.ts";
export type { HubPort } from "./ports/hub-port.ts";
export type { JobsPort } from "./ports/jobs-port.ts";
export type { MemoryPort } from "./ports/memory-port.ts";
export type { PermissionsPort } from "./ports/permissions-port.ts";
export type { PushPort } from "./ports/push-port.ts";
export type { ResponsesPort, StoredResponse } from "./ports/responses-port.ts";
export type {
  ClientToolResult,
  ClientTools,
  FollowedEvent,
  RunsPort,
  SessionEvent,
  StartedRun,
  StartRun,
} from "./ports/runs-port.ts";
export type { SessionsPort } from "./ports/sessions-port.ts";
export type { SettingsPort } from "./ports/settings-port.ts";
export type { SkillsPort } from "./ports/skills-port.ts";
export type { ModelsPort, ProcessId, StatusPort } from "./ports/status-port.ts";

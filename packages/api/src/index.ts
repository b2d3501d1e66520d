/** A home over HTTP and WebSocket: OpenAI-compatible below `/v1`, its own API below `/api`, behind tokens. */
export type { Api, Connection } from "./api.ts";
export type { ApiLimits, ApiOptions, ApiToken } from "./api-options.ts";
export { createClientTools, isClientCall } from "./client-tools.ts";
export type { AgentClientTools } from "./client-tools.ts";
export { createApi } from "./create-api.ts";
export { toRequest, writeResponse } from "./http/node-http.ts";
export type { WriteOptions } from "./http/node-http.ts";
export type { ApprovalsPort } from "./ports/approvals-port.ts";
export type { HomePorts } from "./ports/home-ports.ts";
export type { JobsPort } from "./ports/jobs-port.ts";
export type { MemoryPort } from "./ports/memory-port.ts";
export type { PermissionsPort } from "./ports/permissions-port.ts";
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
export type { ModelsPort, StatusPort } from "./ports/status-port.ts";

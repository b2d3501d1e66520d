import type { ApprovalsPort } from "./approvals-port.ts";
import type { GatewayPort } from "./gateway-port.ts";
import type { HubPort } from "./hub-port.ts";
import type { JobsPort } from "./jobs-port.ts";
import type { MemoryPort } from "./memory-port.ts";
import type { PermissionsPort } from "./permissions-port.ts";
import type { PushPort } from "./push-port.ts";
import type { ResponsesPort } from "./responses-port.ts";
import type { RunsPort } from "./runs-port.ts";
import type { SessionsPort } from "./sessions-port.ts";
import type { SettingsPort } from "./settings-port.ts";
import type { SkillsPort } from "./skills-port.ts";
import type { ModelsPort, StatusPort } from "./status-port.ts";

/**
 * What the API needs of a home. Errors are `HermesError`s: those whose code says what a client can do about them are told, all others
 * are a 500 without a word of why. What is absent is answered with 501.
 */
export interface HomePorts {
  readonly sessions: SessionsPort;
  readonly runs: RunsPort;
  readonly approvals: ApprovalsPort;
  readonly models: ModelsPort;
  /** @default kept in memory, the newest 100 */
  readonly responses?: ResponsesPort | undefined;
  readonly jobs?: JobsPort | undefined;
  readonly memory?: MemoryPort | undefined;
  readonly skills?: SkillsPort | undefined;
  readonly permissions?: PermissionsPort | undefined;
  readonly settings?: SettingsPort | undefined;
  readonly status?: StatusPort | undefined;
  readonly gateway?: GatewayPort | undefined;
  readonly hub?: HubPort | undefined;
  readonly push?: PushPort | undefined;
}

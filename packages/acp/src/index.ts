/** Hermes in editors: the agent side of the Agent Client Protocol. */
export { serveAcp } from "./serve-acp.ts";
export type { ServeAcpOptions } from "./serve-acp.ts";
export type {
  AcpHome,
  AcpSession,
  GivenText,
  ListedSession,
  OpenChoice,
  Readiness,
  SessionFacts,
  SessionPage,
} from "./ports/acp-home.ts";
export type { EditorAccess, EditorCall, EditorProgram, EditorTerminal } from "./ports/editor-access.ts";

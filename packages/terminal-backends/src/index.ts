/** Run commands and reach files behind one interface. */
export type {
  Backend,
  BackendCapabilities,
  BackendProcess,
  DirectoryEntry,
  ExecOptions,
  ExecResult,
  FileOptions,
  FileStat,
  SpawnOptions,
} from "./backend.ts";
export { childEnvironment, looksLikeSecretName } from "./child-environment.ts";
export type { ChildEnvironmentOptions } from "./child-environment.ts";
export { createLocalBackend } from "./local/local-backend.ts";
export type { LocalBackendOptions } from "./local/local-backend.ts";
export { terminalTools } from "./tools/terminal-tools.ts";
export type { TerminalToolsOptions } from "./tools/terminal-tools.ts";

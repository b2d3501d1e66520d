/** Run commands and reach files behind one interface. */
export type {
  Backend,
  BackendCapabilities,
  BackendMount,
  BackendProcess,
  DirectoryEntry,
  ExecOptions,
  ExecResult,
  FileOptions,
  FileStat,
  OpenedTerminal,
  OpenTerminal,
  ProcessHandle,
  SpawnOptions,
} from "./backend.ts";
export { backendKinds, openBackend } from "./builtins.ts";
export type { BackendKind, OpenBackendOptions } from "./builtins.ts";
export { checkBackend } from "./check-backend.ts";
export type { BackendFinding } from "./backend-finding.ts";
export { childEnvironment, looksLikeSecretName } from "./child-environment.ts";
export type { ChildEnvironmentOptions } from "./child-environment.ts";
export { createLocalBackend } from "./local/local-backend.ts";
export type { AskSudoPassword } from "./local/sudo-askpass.ts";
export { startTimeOf } from "./local/process-identity.ts";
export type { LocalBackendOptions } from "./local/local-backend-options.ts";
export type {
  EnterWallOptions,
  ListedNetwork,
  LocalWall,
  OpenNetwork,
  WallNetwork,
} from "./local/local-wall.ts";
export { ProcessTable } from "./processes/process-table.ts";
export type { ProcessTableOptions, StartProcessOptions } from "./processes/process-table.ts";
export type {
  ProcessExit,
  ProcessNotice,
  ProcessNotify,
  ProcessRecord,
  ProcessRecords,
  ProcessState,
} from "./processes/process-record.ts";
export type { TrackedProcess } from "./processes/tracked-process.ts";
export { terminalTools } from "./tools/terminal-tools.ts";
export type { TerminalToolsOptions } from "./tools/terminal-tools.ts";

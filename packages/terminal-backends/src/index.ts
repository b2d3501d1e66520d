/** Run commands and reach files behind one interface. */
export type {
  Backend,
  BackendProcess,
  DirectoryEntry,
  ExecOptions,
  ExecResult,
  FileOptions,
  FileStat,
  SpawnOptions,
} from "./backend.ts";

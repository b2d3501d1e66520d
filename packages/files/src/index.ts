/** Read, write, patch and search files wherever a backend reaches them. */
export type { CommandResult, FileAccess, FileBackend, FileFacts, FolderEntry } from "./file-backend.ts";
export { fileTools } from "./file-tools.ts";
export type { FileToolsOptions } from "./file-tools.ts";

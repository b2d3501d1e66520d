/** Read, write, patch and search files wherever a backend reaches them. */
export { applyPatch } from "./apply-patch.ts";
export type { ApplyPatchOptions, ApplyPatchResult } from "./apply-patch.ts";
export type { CommandResult, FileAccess, FileBackend, FileFacts, FolderEntry } from "./file-backend.ts";
export { FileVersions } from "./file-versions.ts";
export { fileTools } from "./file-tools.ts";
export type { FileToolsOptions } from "./file-tools.ts";
export { readText } from "./read-text.ts";
export type { ReadAccess, ReadTextResult, UnreadableFile } from "./read-text.ts";
export type { PathPolicy } from "./path-policy.ts";

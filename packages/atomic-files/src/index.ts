export { appendLine } from "./append-line.ts";
export { appendRotatingLine } from "./append-rotating-line.ts";
export { withFileLock, withFileLockSync } from "./file-lock.ts";
export type { FileLockOptions } from "./file-lock.ts";
export { openDraft, replaceFile } from "./replace-file.ts";
export type { Draft, DraftOptions, ReplaceOptions } from "./replace-file.ts";

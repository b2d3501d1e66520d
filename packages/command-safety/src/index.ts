/** Says what a shell command does and what speaks against it, without running it; and the same of a path. */
export { identityOf } from "./finding.ts";
export type { Finding } from "./finding.ts";
export { judgeCommand } from "./judge-command.ts";
export type { JudgeCommandOptions } from "./judge-command.ts";
export type { CommandVerdict, Effect, FoundCommand, JudgedScript } from "./verdict.ts";
export { memoryAgentFiles } from "./scripts/agent-files.ts";
export type { AgentFiles, LookedAtFile, MadeByAgent } from "./scripts/agent-files.ts";
export { readBeginning } from "./scripts/read-beginning.ts";
export type { FileToKnow, ScriptOrigin, ScriptSource } from "./scripts/script-files.ts";
export { readOptions } from "./programs/options.ts";
export type { OptionTable, ReadOptions } from "./programs/options.ts";
export { isKnown } from "./shell/unknown.ts";
export {
  contains,
  isWork,
  isWorkspaceOrScratch,
  judgePath,
  judgeSearch,
  realPath,
} from "./paths/judge-path.ts";
export type { PathAccess } from "./paths/judge-path.ts";
export { followHardLink } from "./paths/hard-link.ts";
export { hostPath } from "./paths/mounts.ts";
export type { Mount } from "./paths/mounts.ts";
export type { Places } from "./paths/places.ts";
export { credentialFiles, harmlessDevices, privateRecords, projectSecrets } from "./paths/protected-paths.ts";
export { quoteShellWord } from "./quote-shell-word.ts";

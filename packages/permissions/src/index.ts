/** Decides what may run: one truth for commands, paths and addresses, behind every door. */
export type { Finding } from "./finding.ts";
export type { Places } from "./paths/places.ts";
export { checkUrl } from "./urls/check-url.ts";
export type { CheckUrlOptions, ResolveHost, UrlVerdict } from "./urls/check-url.ts";
export { createGuardedFetch } from "./urls/guarded-fetch.ts";
export type { GuardedFetch, GuardedFetchOptions, GuardedRequest } from "./urls/guarded-fetch.ts";
export { judgePath, judgeSearch } from "./paths/judge-path.ts";
export type { PathAccess } from "./paths/judge-path.ts";
export { judgeCommand } from "./command/judge-command.ts";
export type { JudgeCommandOptions } from "./command/judge-command.ts";
export type { CommandVerdict, Effect, FoundCommand } from "./command/verdict.ts";
export { createStager } from "./staging/stager.ts";
export type { StageExec, StageOptions, Stager, StagerOptions, Staging } from "./staging/stager.ts";

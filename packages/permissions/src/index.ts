/** Decides what may run: one place for commands, paths and URLs, at every entry point. */
export type { Finding } from "./finding.ts";
export { checkUrl } from "./urls/check-url.ts";
export type { CheckUrlOptions, ResolveHost, UrlVerdict } from "./urls/check-url.ts";
export { createHostCheck } from "./urls/host-check.ts";
export type { HostCheck, HostCheckOptions } from "./urls/host-check.ts";
export { createGuardedFetch } from "./urls/guarded-fetch.ts";
export type { GuardedFetch, GuardedFetchOptions, GuardedRequest, HopWatcher } from "./urls/guarded-fetch.ts";
export { createStager } from "./staging/stager.ts";
export type { StageExec, StageOptions, Stager, StagerOptions, Staging } from "./staging/stager.ts";
export { createPermissions } from "./policy/create-permissions.ts";
export type {
  CallClassifier,
  ClassifierInput,
  Permissions,
  PermissionsOptions,
} from "./policy/permissions.ts";
export type { TouchedByCall } from "./policy/touched-by-call.ts";
export type { ToolSource } from "./policy/tool-source.ts";
export type { BackendFacts, GuardEnvironment } from "./policy/guard-environment.ts";
export { describeWall } from "./policy/describe-wall.ts";
export type { ProcessOfTask, Wall } from "./policy/wall.ts";
export { showChanges } from "./policy/change-preview.ts";
export { parseMode, modes, modeSentences } from "./policy/mode.ts";
export type { Mode } from "./policy/mode.ts";
export { openRuleFile } from "./policy/change-rule-file.ts";
export type { FileGrant, RuleFile, RuleFileOptions } from "./policy/change-rule-file.ts";
export { compareRules, parsePattern, specificityOf } from "./policy/rule.ts";
export type { ParsedPattern, Rule, RuleEffect, RuleScope } from "./policy/rule.ts";
export type { RuleText, RuleWriting, SealedRules } from "./seal/sealed-rules.ts";
export type { RuleBook } from "./policy/rule-store.ts";
export type { KeptGrant } from "./policy/rule-sections.ts";
export type { ExplainInput, ExplainWhere, Explanation } from "./policy/explanation.ts";
export { assessPageAction } from "./untrusted/assess-page-action.ts";
export type { PageAction } from "./untrusted/assess-page-action.ts";
export type { WrittenFiles } from "./untrusted/written-files.ts";
export type { Decision } from "./policy/decide.ts";
export type { DecisionRecord, RecordDecision } from "./policy/audit-port.ts";
export type { PathAnswer, PathPolicy, PathRequest } from "./policy/path-policy.ts";

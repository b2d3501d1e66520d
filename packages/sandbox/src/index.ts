/** Runs untrusted code with limits, in a jail where there is one, and with tools to call. */
export { createSandbox } from "./create-sandbox.ts";
export type { CreateSandboxOptions, RunOptions, Sandbox } from "./create-sandbox.ts";
export type { LanguageName } from "./code-runner.ts";
export { enforceIsolation } from "./enforce-isolation.ts";
export type { EnforceIsolationOptions } from "./enforce-isolation.ts";
export { describeIsolation } from "./isolation.ts";
export type { ChooseIsolation, Isolation, IsolationChoice } from "./isolation.ts";
export type {
  Child,
  ChildExit,
  IsolationLevel,
  Jail,
  JailedCommand,
  JailLimits,
  JailPlace,
  JailRun,
} from "./jail.ts";
export { findLanguages } from "./languages/find-languages.ts";
export { defaultLimits } from "./limits.ts";
export type { SandboxLimits } from "./limits.ts";
export { runScript } from "./run-script.ts";
export type { RunScriptOptions, ScriptRun } from "./run-script.ts";
export type { RunResult } from "./run/run-result.ts";
export type { CallNote } from "./sandbox-tool.ts";
export { memoryCallJournal } from "./tool/call-journal.ts";
export type {
  CallJournal,
  EarlierCall,
  FinishedCall,
  JournaledAnswer,
  JournaledRun,
  RunJournal,
  StartedCall,
} from "./tool/call-journal.ts";
export { callableTools } from "./tool/callable-tools.ts";
export { executeCodeTool } from "./tool/execute-code-tool.ts";
export type { ExecuteCodeToolOptions } from "./tool/execute-code-tool.ts";

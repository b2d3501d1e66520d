/** Runs untrusted code with limits, in a jail where there is one, and with tools to call. */
export { runCode } from "./sandbox.ts";
export type { RunCodeOptions, RunResult } from "./sandbox.ts";
export { findPython } from "./languages/find-python.ts";
export { pythonLanguage } from "./languages/python.ts";
export { javascriptLanguage } from "./languages/javascript.ts";
export { defaultLimits } from "./limits.ts";
export type { CallTool, SandboxAnswer, SandboxCall, SandboxTool } from "./sandbox-tool.ts";
export { findJail } from "./jail/find-jail.ts";
export type { JailSearch } from "./jail/find-jail.ts";
export { plainProcess } from "./jail/plain-process.ts";
export type { IsolationLevel, Jail, JailedCommand, JailRun } from "./jail/jail.ts";

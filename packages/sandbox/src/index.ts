/** Runs untrusted code with limits, in a jail where there is one, and with tools to call. */
export { createSandbox } from "./create-sandbox.ts";
export type { CreateSandboxOptions, LanguageName, RunOptions, Sandbox } from "./create-sandbox.ts";
export { chooseIsolation } from "./isolation.ts";
export type { Isolation, IsolationChoice } from "./isolation.ts";
export type { IsolationLevel, Jail, JailedCommand, JailRun } from "./jail/jail.ts";
export type { SandboxLimits } from "./limits.ts";
export type { RunResult } from "./run/run-code.ts";

/** Starts processes in jails: what they may read, write and reach is held by the kernel. */
export type { Child, ChildExit, ChildStream, Input, JailedProcess } from "./child.ts";
export { findJail } from "./find-jail.ts";
export type { FindJailOptions, JailSearch } from "./find-jail.ts";
export { chooseIsolation } from "./isolation.ts";
export type { Isolation, IsolationChoice } from "./isolation.ts";
export type { IsolationLevel, Jail, JailedCommand, JailPlace, JailRun } from "./jail.ts";
export { defaultJailLimits } from "./limits.ts";
export type { JailLimits } from "./limits.ts";
export type { MissingJail } from "./explain-missing-jail.ts";
export { findProfileJail } from "./profile/find-profile-jail.ts";
export type { ProfileJailSearch } from "./profile/find-profile-jail.ts";
export type { JailProfile } from "./profile/jail-profile.ts";
export type { EnterOptions, ProfileJail } from "./profile/profile-jail.ts";
export { readOnlyProfile, workspaceProfile } from "./profile/workspace-profile.ts";
export type { WorkspaceProfileOptions } from "./profile/workspace-profile.ts";

/**
 * What holds the processes of a call. `workspace`: they write to the workspace, to scratch files and to caches. `read-only`:
 * to scratch files alone. `open`: nothing but the rights of the person's own account.
 */
export type WallProfile = "workspace" | "read-only" | "open";

/** Where the processes of one call run; decided by the guard. */
export interface CallWall {
  readonly profile: WallProfile;
  /** Hosts that the call may reach beyond those that are always open, `name` or `name:port`. @default none */
  readonly hosts?: readonly string[] | undefined;
  /**
   * Hosts that rules have closed, also where they are open to every command: `name` or `name:port`, in which `*` stands for
   * anything. `hosts` come before them. @default none
   */
  readonly closedHosts?: readonly string[] | undefined;
}

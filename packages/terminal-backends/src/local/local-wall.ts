import type { WallProfile } from "@hermes/registry";

/** Puts commands of this machine behind a wall that the kernel holds. */
export interface LocalWall {
  /** Where a command runs that names no profile. */
  readonly profile: WallProfile;
  /**
   * The command line that starts a command behind a profile, for one start; see `ProfileJail.enter` of `@hermes/jail`.
   *
   * @throws {HermesError} When it can't be made here and now.
   */
  enter(command: readonly string[], options: EnterWallOptions): readonly string[];
  /** Opens the way of one task to the network. Absent: commands have the network of this machine. */
  openNetwork?(options: {
    readonly taskId: string;
    /** Path for its socket, in a folder that is there. */
    readonly socket: string;
  }): Promise<WallNetwork>;
}

export interface EnterWallOptions {
  readonly profile: Exclude<WallProfile, "open">;
  /** Folders that can be written inside, beside what the profile says. */
  readonly writable: readonly string[];
  /** Folder that is `/tmp` inside. */
  readonly temporary: string;
  /** Whether the command goes on when this program ends. @default false */
  readonly outlivesParent?: boolean | undefined;
}

/** A proxy for HTTP and CONNECT on a Unix socket: all that commands behind the wall reach of the network. */
export interface WallNetwork {
  /** Hosts that are open for commands that start now, beside those that always are; replaces what was said before. `name` or `name:port`. */
  allow(hosts: readonly string[]): void;
  /** Hosts that were refused since this was last asked, `name:port`. */
  takeRefused(): readonly string[];
  close(): Promise<void>;
}

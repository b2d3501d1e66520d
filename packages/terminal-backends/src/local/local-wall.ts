import type { Duplex } from "node:stream";
import type { Environment, WallProfile } from "@hermes/registry";

/** Puts commands of this machine behind a wall that the kernel holds. */
export interface LocalWall {
  /** Where a command runs that names no profile. */
  readonly profile: WallProfile;
  /**
   * Folders below `/tmp` that are those of this machine inside too, such as a workspace that lies there. All else there is
   * the task's own. @default the folder that every task starts in
   */
  readonly sharedTemporary?: readonly string[] | undefined;
  /** Where the programs of `enter`'s command line are found. @default the folders of the system */
  readonly path?: string | undefined;
  /** Loads what `enter` needs; called, and awaited, before the first of its calls. */
  ready?(): Promise<void>;
  /**
   * The command line that starts a command behind a profile, for one start; see `ProfileJail.enter` of `@hermes/jail`.
   *
   * @throws {HermesError} When it can't be made here and now.
   */
  enter(command: readonly string[], options: EnterWallOptions): readonly string[];
  /** Variables of commands, over what they have else. */
  environment?(): Readonly<Record<string, string>>;
  /** What whoever reads the result of a command must know, one sentence each; what was said is not said again. */
  takeNotices?(): readonly string[];
  /**
   * Opens the way of one task to the network; the profiles then have a network of their own. Absent: commands have that of
   * this machine.
   */
  readonly openNetwork?: OpenNetwork | undefined;
  /** Jails have the loopback of this machine: each network then has a `port` of it. @default false */
  readonly sharesLoopback?: boolean | undefined;
}

/** Undefined: there is no such network, for whatever reason. */
export type ListedNetwork = () => Promise<OpenNetwork | undefined>;

/** Opens the way of one task to the network. */
export type OpenNetwork = (options: {
  readonly taskId: string;
  /** Path for its socket, in a folder that is there. Absent: it serves what `accept` is given. */
  readonly socket?: string | undefined;
}) => Promise<WallNetwork>;

/** What one jail needs, beside what its profile says. */
export interface EnterWallOptions {
  readonly profile: Exclude<WallProfile, "open">;
  /** Folders that can be written inside. */
  readonly writable: readonly string[];
  /** Folders and files that can be read inside, also where what they lie in is hidden. */
  readonly readable: readonly string[];
  /** Folders that are not there inside. */
  readonly hidden: readonly string[];
  /** Folder that is `/tmp` inside. */
  readonly temporary: string;
  /** Port of this machine's loopback that can be reached inside; see `sharesLoopback`. */
  readonly proxyPort?: number | undefined;
  /** Whether the command goes on when this program ends. @default false */
  readonly outlivesParent?: boolean | undefined;
}

/** A proxy for HTTP and CONNECT: all that commands behind the wall reach of the network. */
export interface WallNetwork {
  /** Serves a connection that came by another way than the socket. */
  accept(connection: Duplex): void;
  /** Where it listens on the loopback of this machine, for jails that share it. */
  readonly port?: number | undefined;
  /**
   * What tells programs to use the proxy, which is at this port of 127.0.0.1 for them.
   *
   * @param env What they have otherwise.
   */
  environment(port: number, env: Environment): Readonly<Record<string, string>>;
  /** Hosts that are open for commands that start now, beside those that always are; replaces what was said before. `name` or `name:port`. `closed` ones stay so, also where they always are open. */
  allow(hosts: readonly string[], closed?: readonly string[]): void;
  /** Hosts that were refused since this was last asked, `name:port`. */
  takeRefused(): readonly string[];
  close(): Promise<void>;
}

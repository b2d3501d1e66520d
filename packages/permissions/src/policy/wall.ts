import type { WallProfile } from "@hermes/registry";
import type { Finding } from "../finding.ts";

/**
 * What holds the commands of this machine, whatever a reader makes of their words. Commands start behind the profile that
 * the verdict of their call names.
 */
export interface Wall {
  /**
   * `machine`: what commands write, see and reach; there is a way out of it. `network`: what they reach alone, in a place that
   * they can't leave, such as a container: what they do there is decided as without it. @default "machine"
   */
  readonly holds?: "machine" | "network" | undefined;
  /**
   * `host`: behind it, commands have the network of this machine. `listed`: they reach the hosts that are open to all, those
   * that their verdict names, and servers of their own.
   */
  readonly network: "host" | "listed";
  /**
   * Whether a host is open to all commands. Asked where the network is `listed`.
   *
   * @param host `name:port`, or `name`: whether any port of it is open.
   */
  isOpenHost(host: string): boolean;
  /**
   * Whether a command behind `workspace` can make, change or delete what is at a path.
   *
   * @param path Absolute, as it was named or as its links lead.
   */
  writable(path: string): boolean;
  /** Behind which profile a process runs that was started before. Absent or undefined: not known. */
  readonly profileOf?:
    | ((process: ProcessOfTask) => WallProfile | undefined | Promise<WallProfile | undefined>)
    | undefined;
}

export interface ProcessOfTask {
  readonly taskId: string;
  /** As the call names it. */
  readonly id: string;
}

/** A command as it would run behind the wall of this machine, or beyond it. */
export interface BehindWall {
  /** What the wall does not hold: what is to be decided. */
  readonly asked: readonly Finding[];
  /** Where the command runs once that is allowed. */
  readonly profile: WallProfile;
  /** What it asks for to leave, one sentence each. */
  readonly leaving: readonly string[];
  /** Hosts that only this call asks for. */
  readonly newHosts: readonly string[];
  /** Hosts that were opened before: by rules, and for the session. */
  readonly openedHosts: readonly string[];
  /** As rules name them. */
  readonly closedHosts: readonly string[];
  /** True where it is sure that the command changes or reaches something. */
  readonly changes: boolean;
}

import type { CallArgument } from "@hermes/registry";
import type { Finding } from "../finding.ts";
import type { CommandVerdict, PathAccess } from "@hermes/command-safety";
import type { Deed } from "./deed.ts";
import type { BehindWall } from "./wall.ts";

/** A call as it is understood: what it does, and what speaks against it. */
export interface Subject {
  readonly tool: string;
  /** `<group>.<verb>`. */
  readonly action: string;
  /** What a person is shown: the command, or the tool with its path. Whole; spans of findings count in it. */
  readonly summary: string;
  /** True when nothing would be changed. */
  readonly readOnly: boolean;
  /** What is done, as rules speak of it: each is decided by itself. */
  readonly deeds: readonly Deed[];
  /** What a command does to files beside: only rules that ask or deny speak of it. */
  readonly sideDeeds: readonly Deed[];
  readonly findings: readonly Finding[];
  /** What of that is to be decided where a wall holds the command. */
  readonly behind?: BehindWall | undefined;
  readonly command?: UnderstoodCommand | undefined;
  readonly paths: readonly TouchedPath[];
  /** What the tool says that the call is made with. Absent for a path that is looked at by itself. */
  readonly argument?: CallArgument | undefined;
}

export interface UnderstoodCommand extends CommandVerdict {
  readonly text: string;
  /** Absolute folder. */
  readonly cwd: string;
}

export interface TouchedPath {
  /** Absolute, as it was named. */
  readonly path: string;
  /** The same path on this machine, where it lies in a folder that is mounted into an isolated place. */
  readonly host?: string | undefined;
  /** On this machine, symlinks followed as far as it exists. */
  readonly real: string;
  readonly access: PathAccess;
}

import type { CallArgument } from "@hermes/registry";
import type { Finding } from "../finding.ts";
import type { CommandVerdict, PathAccess } from "@hermes/command-safety";
import type { Operation } from "./operation.ts";
import type { BehindWall } from "./wall.ts";

/** What a call does and what was found against it. */
export interface CallAnalysis {
  readonly tool: string;
  /** `<group>.<verb>`. */
  readonly action: string;
  /** What a person is shown: the command, or the tool with its path. Whole; spans of findings count in it. */
  readonly summary: string;
  /** True when nothing would be changed. */
  readonly readOnly: boolean;
  /** What is done, as rules name it: each is decided by itself. */
  readonly operations: readonly Operation[];
  /** Side effects of a command, such as files it touches: only rules that ask or deny apply to them. */
  readonly sideOperations: readonly Operation[];
  readonly findings: readonly Finding[];
  /** What of that is to be decided where a wall holds the command. */
  readonly behind?: BehindWall | undefined;
  readonly command?: AnalyzedCommand | undefined;
  readonly paths: readonly TouchedPath[];
  /** What the tool says that the call is made with. Absent for a path that is looked at by itself. */
  readonly argument?: CallArgument | undefined;
}

export interface AnalyzedCommand extends CommandVerdict {
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

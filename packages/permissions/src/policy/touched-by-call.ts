import { hostPath } from "@hermes/command-safety";
import type { ToolContext } from "@hermes/registry";
import type { CallAnalysis } from "./call-analysis.ts";
import type { BackendFacts } from "./guard-environment.ts";

/** Where a call works. */
export interface TouchedByCall {
  readonly sessionId: string;
  readonly callId: string;
  /** Files and folders of this machine, absolute, as they are named; for a command its folder first. */
  readonly paths: readonly string[];
}

export function touchedByCall(
  { command, paths }: CallAnalysis,
  { sessionId, callId }: ToolContext,
  { isolated, mounts }: BackendFacts,
): TouchedByCall {
  // What commands touch is known as it is on this machine.
  if (command !== undefined) {
    const cwd = isolated ? hostPath(command.cwd, "read", mounts) : command.cwd;
    const named = paths.map(({ path }) => path);
    return { sessionId, callId, paths: cwd === undefined ? named : [cwd, ...named] };
  }
  const here = paths.flatMap(({ path, host = isolated ? undefined : path }) => host ?? []);
  return { sessionId, callId, paths: here };
}

import { join } from "node:path";
import { agentLogPath } from "../../log/agent-log.ts";

/** What a person can read: a log, or what went wrong in all of them. */
export const logNames = ["agent", "gateway", "errors"] as const;

export type LogName = (typeof logNames)[number];

/** The files of a log, each with where older lines of it were put. */
export function logFiles(name: LogName, home: string): readonly string[] {
  const gateway = join(home, "logs", "gateway.log");
  if (name === "errors") return [agentLogPath(home), gateway];
  return [name === "agent" ? agentLogPath(home) : gateway];
}

/** From the oldest to the newest. */
export function partsOf(path: string): readonly string[] {
  return [`${path}.2`, `${path}.1`, path];
}

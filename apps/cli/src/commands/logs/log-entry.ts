import type { LogLevel } from "../../log/agent-log.ts";

/** A line of a log. One that is none of ours has its text as the message. */
export interface LogEntry {
  /** Milliseconds since 1970; undefined: nobody said when. */
  readonly at?: number | undefined;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** As it stands in the file. */
  readonly line: string;
}

const logLevels: readonly LogLevel[] = ["debug", "info", "warn", "error"];

export function parseEntry(line: string): LogEntry {
  const data = dataOf(line);
  const { at, level, message, ...fields } = data ?? {};
  if (typeof message !== "string") return { level: "info", message: line, fields: {}, line };
  const time = typeof at === "string" ? Date.parse(at) : Number.NaN;
  return {
    ...{ message, fields, line },
    at: Number.isNaN(time) ? undefined : time,
    level: logLevels.find((each) => each === level) ?? "info",
  };
}

function dataOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const data: unknown = JSON.parse(line);
    return typeof data === "object" && data !== null ? { ...data } : undefined;
  } catch {
    return undefined;
  }
}

export interface LogFilter {
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
  /** This one and what is worse. */
  readonly level?: LogLevel | undefined;
}

export function isWanted({ at, level }: LogEntry, { since, level: least = "debug" }: LogFilter): boolean {
  // What says no time was written beside what does.
  const isRecent = since === undefined || at === undefined || at >= since;
  return isRecent && logLevels.indexOf(level) >= logLevels.indexOf(least);
}

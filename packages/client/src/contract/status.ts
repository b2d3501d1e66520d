import * as z from "zod";

export interface GatewayInfo {
  readonly state: "running" | "starting" | "draining" | "stopped";
  readonly pid?: number | undefined;
  readonly startedAt?: number | undefined;
  readonly platforms: readonly {
    readonly name: string;
    /** `connected`, `connecting`, `failed`, … */
    readonly state: string;
    readonly problem?: string | undefined;
  }[];
}

export const gatewayInfo: z.ZodType<GatewayInfo> = z.object({
  state: z.enum(["running", "starting", "draining", "stopped"]),
  pid: z.int().optional(),
  startedAt: z.number().optional(),
  platforms: z.array(z.object({ name: z.string(), state: z.string(), problem: z.string().optional() })),
});

/** A command that runs, or ran, in the background of a session. */
export interface ProcessInfo {
  readonly id: string;
  readonly sessionId: string;
  readonly command: string;
  readonly state: "running" | "exited" | "lost";
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  /** Absent while it runs, and where a signal ended it. */
  readonly exitCode?: number | undefined;
}

/** A process, and the newest of what it has said. */
export interface ProcessOutput {
  readonly process: ProcessInfo;
  /** At most the last 64,000 characters. Absent: only its record is left. */
  readonly output?: string | undefined;
}

/** Lines of the log of the gateway, the newest last. */
export interface LogInfo {
  readonly lines: readonly string[];
}

export const logInfo: z.ZodType<LogInfo> = z.object({ lines: z.array(z.string()) });

export const processInfo: z.ZodType<ProcessInfo> = z.object({
  id: z.string(),
  sessionId: z.string(),
  command: z.string(),
  state: z.enum(["running", "exited", "lost"]),
  startedAt: z.number(),
  endedAt: z.number().optional(),
  exitCode: z.int().optional(),
});

export const processOutput: z.ZodType<ProcessOutput> = z.object({
  process: processInfo,
  output: z.string().optional(),
});

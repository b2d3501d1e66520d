import { readFile } from "node:fs/promises";
import { replaceFile } from "@hermes/atomic-files";
import type { HeartbeatStatus } from "@hermes/cron";
import type { GatewayStatus, PlatformStatus } from "@hermes/gateway";
import { z } from "zod";
import type { CallAddresses } from "./call-addresses.ts";
import type { CronStatus } from "./cron/serve-cron.ts";
import type { PlatformProblem } from "./known-platforms.ts";

/** How a gateway was when it last said so. Times are milliseconds since 1970. */
export interface GatewayState {
  readonly state: GatewayStatus["state"] | "starting";
  readonly at: number;
  readonly startedAt: number;
  /** Runs of jobs among them. */
  readonly turnsRunning: number;
  readonly cron?: CronStatus | undefined;
  readonly platforms: readonly PlatformStatus[];
  readonly problems: readonly PlatformProblem[];
  /** Of platforms that are called, by their names. */
  readonly calls?: Readonly<Record<string, CallAddresses>> | undefined;
  /** Of chats with a `HEARTBEAT.md`. */
  readonly heartbeats?: readonly HeartbeatStatus[] | undefined;
  /** Address of the health route. */
  readonly healthUrl?: string | undefined;
}

const platformStatus: z.ZodType<PlatformStatus> = z.object({
  ...{ name: z.string(), label: z.string() },
  state: z.enum(["connecting", "up", "retrying", "failed", "stopped"]),
  ...{ heardAt: z.number().optional(), spokeAt: z.number().optional() },
  ...{ reason: z.string().optional(), hint: z.string().optional(), as: z.string().optional() },
  inbox: z.object({ waiting: z.number(), claimed: z.number() }),
  outbox: z.object({ queued: z.number(), uncertain: z.number(), failed: z.number() }),
  chatsOpen: z.number(),
});

const heartbeatStatus: z.ZodType<HeartbeatStatus> = z.object({
  ...{ chat: z.string(), paths: z.array(z.string()), problem: z.string().optional() },
  ...{ lookedAt: z.number().optional(), nextLookAt: z.number().optional() },
  ...{ lastAt: z.number().optional(), lastWhy: z.array(z.string()).optional() },
});

const stateSchema: z.ZodType<GatewayState> = z.object({
  state: z.enum(["starting", "running", "draining", "stopped"]),
  ...{ at: z.number(), startedAt: z.number(), turnsRunning: z.number() },
  cron: z.object({ jobs: z.number(), nextAt: z.number().optional(), running: z.number() }).optional(),
  platforms: z.array(platformStatus),
  problems: z.array(z.object({ name: z.string(), label: z.string(), reason: z.string(), hint: z.string() })),
  healthUrl: z.string().optional(),
  heartbeats: z.array(heartbeatStatus).optional(),
  calls: z
    .record(z.string(), z.object({ addresses: z.array(z.string()), arePublic: z.boolean() }))
    .optional(),
});

/** Undefined: no gateway has run here, or one of another version. */
export async function readGatewayState(path: string): Promise<GatewayState | undefined> {
  try {
    return stateSchema.safeParse(JSON.parse(await readFile(path, "utf8"))).data;
  } catch {
    return undefined;
  }
}

export function writeGatewayState(path: string, state: GatewayState): void {
  replaceFile(path, `${JSON.stringify(state)}\n`, { mode: 0o600, durable: false });
}

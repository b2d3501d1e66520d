import type { McpStatus } from "@hermes/mcp";

/** Where the entry of a server comes from. */
export type McpSource = "settings" | "project" | "run";

/** A server as lists show it; nothing is connected for it. */
export interface McpServerReport {
  readonly name: string;
  readonly source: McpSource;
  /** The file that names it; undefined for one of this run. */
  readonly file?: string | undefined;
  /** One line: its command, or its address. Without secrets. */
  readonly target: string;
  readonly enabled: boolean;
  /** Whether a person has agreed that it may be started as its entry says: undefined where nobody was asked yet. */
  readonly allowed: boolean | undefined;
  /** What it may reach, one phrase each; empty where it is no process of ours. */
  readonly reach: readonly string[];
  /** Its entry has a profile, and there is no jail here that could hold its process to it. @default false */
  readonly isUnheld?: boolean | undefined;
  readonly status: McpStatus;
  /** As last listed. */
  readonly tools: number | undefined;
  /** What is wrong with its entry. */
  readonly problem?: string | undefined;
}

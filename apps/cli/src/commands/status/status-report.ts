import type { UsageReport } from "@hermes/agent-loop/controller";
import type { Firing, GatewayReport } from "@hermes/gateway-app";
import type { ModelStatus } from "@hermes/runtime";

/** How a home is. Times are milliseconds since 1970. */
export interface StatusReport {
  readonly version: string;
  readonly home: string;
  readonly profile: string;
  /** The chosen one, then those that stand in for it. */
  readonly models: readonly ReportedModel[];
  readonly backend: {
    readonly kind: string;
    /** Of this machine alone. */
    readonly wall?: string | undefined;
    readonly network?: string | undefined;
  };
  readonly gateway: {
    readonly running: boolean;
    readonly pid?: number | undefined;
    readonly since?: number | undefined;
    readonly service?: string | undefined;
    readonly platforms: readonly Pick<
      GatewayReport["platforms"][number],
      "name" | "label" | "state" | "reason" | "hint"
    >[];
    /** With `deep`. */
    readonly health?: string | undefined;
  };
  readonly jobs: {
    readonly active: number;
    readonly nextAt?: number | undefined;
    readonly firing: Firing["by"];
  };
  readonly store?: { readonly path: string; readonly bytes: number; readonly sessions: number } | undefined;
  readonly memory: readonly {
    readonly target: string;
    readonly entries: number;
    readonly usedChars: number;
    readonly limitChars: number;
  }[];
  readonly toolsets: readonly ReportedToolset[];
  readonly openSessions: readonly OpenSessionReport[];
  /** Of today. */
  readonly usage?: UsageReport | undefined;
  readonly warnings: readonly string[];
}

export interface ReportedModel extends ModelStatus {
  /** The last four characters of its key. */
  readonly keyEnding?: string | undefined;
  /** With `deep`: whether its provider answers. */
  readonly answers?: boolean | undefined;
}

export interface ReportedToolset {
  readonly name: string;
  readonly tools: number;
  readonly missing: readonly { readonly tool: string; readonly reason: string }[];
}

export interface OpenSessionReport {
  readonly id: string;
  readonly title: string;
  readonly platform: string;
  readonly pid: number;
}

import type { GatewayInfo, ModelInfo, ProcessInfo, UsageInfo } from "@hermes/client/contract";

export interface StatusPort {
  gateway(): Promise<GatewayInfo>;
  /** Commands in the background of sessions: those that run, and those that ended last. */
  processes(options: { readonly sessionId?: string | undefined }): Promise<readonly ProcessInfo[]>;
  /** Of a session, or of all since a time. */
  usage(of: {
    readonly sessionId?: string | undefined;
    readonly from?: number | undefined;
  }): Promise<UsageInfo>;
}

export interface ModelsPort {
  /** The chosen one first. Asks no provider. */
  list(): Promise<readonly ModelInfo[]>;
}

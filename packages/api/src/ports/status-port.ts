import type { InsightsInfo, ModelInfo, ProcessInfo, ProcessOutput, UsageInfo } from "@hermes/client/contract";

export interface StatusPort {
  /** Commands in the background of sessions: those that run, and those that ended last. */
  processes(options: { readonly sessionId?: string | undefined }): Promise<readonly ProcessInfo[]>;
  /** @returns undefined where there is none of that id. */
  process(of: ProcessId): Promise<ProcessOutput | undefined>;
  /** Ends it. @returns undefined where none of that id can be reached from here. */
  stopProcess(of: ProcessId): Promise<ProcessInfo | undefined>;
  /** Of a session, or of all since a time. */
  usage(of: {
    readonly sessionId?: string | undefined;
    readonly from?: number | undefined;
  }): Promise<UsageInfo>;
  insights(of: { readonly from?: number | undefined }): Promise<InsightsInfo>;
}

export interface ProcessId {
  readonly sessionId: string;
  readonly id: string;
}

export interface ModelsPort {
  /** The chosen one first. Asks no provider. */
  list(): Promise<readonly ModelInfo[]>;
}

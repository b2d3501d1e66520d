import type { Agent, Clarifier } from "@hermes/agent-loop";
import type { LoadedSettings } from "@hermes/config";
import type { Model } from "@hermes/models";
import type { Approver, Environment, ToolRegistry } from "@hermes/registry";
import type { State } from "@hermes/state";

/** Choices of one start of a program; they win over settings. */
export interface RuntimeFlags {
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** Names of toolsets; undefined: the preset of the platform. */
  readonly toolsets?: readonly string[] | undefined;
  readonly maxTurns?: number | undefined;
  /** Approves what would be asked; hard limits stay. */
  readonly yolo?: boolean | undefined;
  readonly skipContextFiles?: boolean | undefined;
  readonly skipMemory?: boolean | undefined;
}

export interface RuntimeOptions {
  readonly loaded: LoadedSettings;
  /** The folder the person works in. */
  readonly cwd: string;
  readonly env: Environment;
  /** `cli`, `telegram`, … */
  readonly platform: string;
  readonly flags?: RuntimeFlags | undefined;
  readonly approver?: Approver | undefined;
  readonly clarifier?: Clarifier | undefined;
  /** A model given by the caller (tour, tests); undefined: chosen from flags, settings and environment. */
  readonly model?: Model | undefined;
  readonly onWarning?: ((message: string) => void) | undefined;
}

export interface OpenSessionOptions {
  /** A session id, the beginning of one, a title or words of it, or `latest`: the newest session that was started in this folder. */
  readonly resume?: string | undefined;
}

/** One conversation with everything it holds. */
export interface OpenSession extends AsyncDisposable {
  readonly id: string;
  readonly agent: Agent;
  readonly model: Model;
  /** True when the history was read from the store. */
  readonly resumed: boolean;
}

/** What a program needs of Hermes. Opens nothing (no database, no shell, no model) before it is needed. */
export interface Runtime extends AsyncDisposable {
  openSession(options?: OpenSessionOptions): Promise<OpenSession>;
  /** Every tool, with the guard in place, outside of a conversation. */
  tools(): Promise<ToolRegistry>;
  /** The file of the store, whether there is one or not. */
  readonly storePath: string;
  /** The store, made where there is none. It is closed with the runtime. */
  store(): Promise<State>;
  /** The store; undefined where nobody has said anything yet. Creates nothing. */
  existingStore(): Promise<State | undefined>;
  listSessions(options?: { readonly limit?: number | undefined }): Promise<readonly SessionSummary[]>;
  /** The model that the settings name for a side task (`title`, `compression`, …); undefined where they name none. */
  auxiliaryModel(task: string): Promise<Model | undefined>;
  /** What works and what doesn't, for `hermes doctor`. */
  diagnose(): Promise<readonly Diagnosis[]>;
}

export interface SessionSummary {
  readonly id: string;
  readonly title: string;
  readonly model: string;
  readonly platform: string;
  readonly cwd?: string | undefined;
  readonly startedAt: number;
  readonly lastActiveAt: number;
  readonly messageCount: number;
}

export interface Diagnosis {
  readonly name: string;
  readonly status: "ok" | "warning" | "failed";
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
}

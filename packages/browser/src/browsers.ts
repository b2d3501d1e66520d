import type { BrowserSettings } from "./browsers-options.ts";
import type { BrowserSession } from "./session/browser-session.ts";

export interface BrowsersStatus {
  /** Undefined: none runs now. */
  readonly running: "local" | "cdp" | "browserbase" | undefined;
  /** What a person should know of it, one sentence each. */
  readonly notes: readonly string[];
  /** How many sessions have pages open. */
  readonly sessions: number;
}

/** One browser, with a context for each task. */
export interface Browsers {
  /** The session of a task. The first one loads what opens pages; none opens anything by itself. */
  session(taskId: string): Promise<BrowserSession>;
  /** Closes what a task has open. A task that has nothing open is closed already. */
  close(taskId: string): Promise<void>;
  status(): BrowsersStatus;
  /** The settings with their defaults. */
  readonly settings: BrowserSettings;
  /** Why no browser can be had, as one line; undefined: one can. Starts and loads nothing. */
  whyUnavailable(): Promise<string | undefined>;
  [Symbol.asyncDispose](): Promise<void>;
}

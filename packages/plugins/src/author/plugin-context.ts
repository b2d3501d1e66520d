/** A value of a setting that a manifest declares. */
export type SettingValue = string | number | boolean | readonly string[];

/** What every function of a plug-in is given behind its arguments. */
export interface PluginContext {
  /** Aborted when nobody waits any more: the person interrupts, or the time is up. */
  readonly signal: AbortSignal;
  /** Undefined outside of a session. */
  readonly sessionId?: string | undefined;
  /** Folder that the work of the session is done in; absolute. Undefined outside of one. */
  readonly cwd?: string | undefined;
  /** As the person set them, with the defaults of the manifest. */
  readonly settings: Readonly<Record<string, SettingValue>>;
  /** Those that the manifest names under `may.variables` and that are set. */
  readonly variables: Readonly<Record<string, string>>;
  /** A folder of its own that it can write to, kept from run to run; absolute. */
  readonly folder: string;
  /** One line for the person, while it works. */
  progress(text: string): void;
  /** One line for the log. */
  log(text: string): void;
}

import type { PluginDescription } from "../manifest/plugin-description.ts";

/** What a call of a plug-in is made with. */
export interface PluginCallOptions {
  readonly signal: AbortSignal;
  /** Longest time of a call, or between two items of a stream. Milliseconds. @default 30_000 */
  readonly timeoutMs?: number | undefined;
  readonly sessionId?: string | undefined;
  readonly cwd?: string | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/**
 * A plug-in as it is used: its process is started with the first call and again after it ended. One that throws answers with its error;
 * one that hangs, floods or ends is ended, and switched off once that has happened three times within ten minutes.
 */
export interface RunningPlugin extends AsyncDisposable {
  readonly name: string;
  /** A sentence why it is used no more in this run. Undefined: it is used. */
  readonly off: string | undefined;
  /** How often its process was started. Undefined: not known. */
  readonly starts?: number | undefined;
  /** What its module says of itself. @throws as `call` */
  describe(options: PluginCallOptions): Promise<PluginDescription>;
  /**
   * Calls a function of a part, `["tools", "weather", "execute"]`. What it gives is checked by whoever calls.
   *
   * @throws {HermesError} `PLUGIN_FAILED` (it threw), `PLUGIN_TIMED_OUT`, `PLUGIN_ENDED`, `PLUGIN_OFF`; the reason of the signal.
   */
  call(path: readonly string[], params: unknown, options: PluginCallOptions): Promise<unknown>;
  /** The same for a generator. What it returns is the return value. An item counts as taken when the next one is asked for. */
  stream(
    path: readonly string[],
    params: unknown,
    options: PluginCallOptions,
  ): AsyncGenerator<unknown, unknown, void>;
}

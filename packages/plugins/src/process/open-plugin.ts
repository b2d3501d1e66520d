import { HermesError } from "@hermes/registry";
import { dirname } from "node:path";
import { pluginDescription } from "../manifest/plugin-description.ts";
import type { PluginDescription } from "../manifest/plugin-description.ts";
import { connectPlugin } from "./connect-plugin.ts";
import { openCall } from "./open-call.ts";
import type { OpenPluginOptions } from "./open-plugin-options.ts";
import { orAborted } from "./or-aborted.ts";
import type { PluginConnection, PluginEnd } from "./plugin-connection.ts";
import { pluginLimits } from "./plugin-limits.ts";
import type { PluginLimits } from "./plugin-limits.ts";
import type { PluginCallOptions, RunningPlugin } from "./plugin-process.ts";

/** A plug-in as it is used. Starts nothing before the first call. */
export function openPlugin(options: OpenPluginOptions): RunningPlugin {
  return new OpenPlugin(options);
}

class OpenPlugin implements RunningPlugin {
  readonly name: string;
  starts = 0;
  readonly #options: OpenPluginOptions;
  readonly #limits: PluginLimits;
  readonly #closing = new AbortController();
  /** Calls that are being stopped, and processes that are ending: the next call waits for them. */
  readonly #leaving = new Set<Promise<void>>();
  readonly #leave = (left: Promise<void>): void => {
    const settled: Promise<void> = left.catch(() => undefined).finally(() => this.#leaving.delete(settled));
    this.#leaving.add(settled);
  };
  /** When it ended by its own fault. */
  readonly #ends: number[] = [];
  #connecting: Promise<PluginConnection> | undefined;
  #off: HermesError | undefined;

  constructor(options: OpenPluginOptions) {
    this.name = options.name;
    this.#options = options;
    this.#limits = { ...pluginLimits, ...options.limits };
  }

  get off(): string | undefined {
    return this.#off?.message;
  }

  async describe({ signal }: PluginCallOptions): Promise<PluginDescription> {
    signal.throwIfAborted();
    const connection = await orAborted(signal, this.#connection());
    return checked(this.name, await connection.loaded);
  }

  async call(path: readonly string[], params: unknown, options: PluginCallOptions): Promise<unknown> {
    const steps = this.#run(path, params, options, false);
    const step = await steps.next();
    // An answer to what is no stream has no items.
    return step.value;
  }

  stream(
    path: readonly string[],
    params: unknown,
    options: PluginCallOptions,
  ): AsyncGenerator<unknown, unknown, void> {
    return this.#run(path, params, options, true);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new HermesError(`The plug-in "${this.name}" was closed.`, { code: "PLUGIN_ENDED" }));
    await this.#connecting?.catch(() => undefined);
    await Promise.all(this.#leaving);
  }

  async *#run(
    path: readonly string[],
    params: unknown,
    call: PluginCallOptions,
    isStream: boolean,
  ): AsyncGenerator<unknown, unknown, void> {
    call.signal.throwIfAborted();
    const connection = await orAborted(call.signal, this.#connection());
    const options = {
      ...call,
      path,
      params,
      isStream,
      limits: this.#limits,
      leave: this.#leave,
      name: this.name,
    };
    return yield* openCall(connection, options);
  }

  async #connection(): Promise<PluginConnection> {
    await Promise.all(this.#leaving);
    this.#closing.signal.throwIfAborted();
    if (this.#off !== undefined) throw this.#off;
    const own = (this.#connecting ??= this.#connect());
    try {
      return await own;
    } catch (error) {
      // It could not be started.
      if (this.#connecting === own) this.#connecting = undefined;
      throw error;
    }
  }

  #connect(): Promise<PluginConnection> {
    this.starts += 1;
    return connectPlugin({
      ...this.#options,
      cwd: dirname(this.#options.main),
      limits: this.#limits,
      closing: this.#closing.signal,
      onEnd: ({ error, isCounted, gone }: PluginEnd) => {
        this.#connecting = undefined;
        this.#leave(gone);
        if (isCounted) this.#count(error);
      },
    });
  }

  #count(error: HermesError): void {
    const { now = Date.now, onOff } = this.#options;
    const { endsWithinMs, maxEnds } = this.#limits;
    this.#ends.push(now());
    while (this.#ends[0] !== undefined && this.#ends[0] < now() - endsWithinMs) this.#ends.shift();
    if (this.#ends.length < maxEnds || this.#off !== undefined) return;
    this.#off = new HermesError(
      `The plug-in "${this.name}" is switched off for now, because it failed ${this.#ends.length} times. The last time: ${error.message}`,
      {
        code: "PLUGIN_OFF",
        hint: "It is used again after a new start of this program.",
        data: { plugin: this.name },
      },
    );
    onOff?.(this.#off.message);
  }
}

function checked(name: string, description: unknown): PluginDescription {
  const read = pluginDescription.safeParse(description);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new HermesError(`The module of the plug-in "${name}" is wrong: ${problems.slice(0, 5).join("; ")}.`, {
    code: "PLUGIN_BAD_MODULE",
    hint: "Correct it, or ask its author to. docs/plugins.md shows the form of each part.",
  });
}

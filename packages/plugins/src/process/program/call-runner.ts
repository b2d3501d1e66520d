import type { PluginContext } from "../../author/plugin-context.ts";
import type { PluginParts } from "../../author/plugin-parts.ts";
import type { FromProcess, ToProcess } from "../protocol.ts";
import { messageOf } from "./message-of.ts";
import { rateLimit } from "./rate-limit.ts";

type StartOptions = Extract<ToProcess, { readonly start: unknown }>["start"];
type CallMessage = Extract<ToProcess, { readonly call: unknown }>;

/** Lines of progress within a second: nobody reads more. */
const maxProgress = 20;

interface RunningCall {
  readonly controller: AbortController;
  /** Goes on behind the last `yield`. */
  next(): void;
}

/** Runs the calls of a host, many at a time. */
export class CallRunner {
  readonly #parts: PluginParts;
  readonly #options: StartOptions;
  readonly #host: { say(message: FromProcess): void; log(text: string): void };
  readonly #calls = new Map<number, RunningCall>();
  readonly #running = new Set<Promise<void>>();

  constructor(
    parts: PluginParts,
    options: StartOptions,
    host: { say(message: FromProcess): void; log(text: string): void },
  ) {
    this.#parts = parts;
    this.#options = options;
    this.#host = host;
  }

  receive(message: Exclude<ToProcess, { readonly start: unknown }>): void {
    if ("next" in message) this.#calls.get(message.next)?.next();
    else if ("cancel" in message) {
      const call = this.#calls.get(message.cancel);
      call?.controller.abort(new Error("Nobody waits for the answer any more."));
      call?.next();
    } else {
      const running = this.#run(message).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  /** Tells all calls to stop, and waits for them. */
  async stop(): Promise<void> {
    for (const id of this.#calls.keys()) this.receive({ cancel: id });
    await Promise.all(this.#running);
  }

  async #run(message: CallMessage): Promise<void> {
    const { id } = message;
    const controller = new AbortController();
    let asked = Promise.withResolvers<void>();
    this.#calls.set(id, { controller, next: () => asked.resolve() });
    try {
      const given: unknown = await this.#function(message.call)(
        message.params,
        this.#context(message, controller.signal),
      );
      if (!message.stream) return this.#host.say({ id, result: given });
      const items = itemsOf(given, message.call);
      try {
        for (;;) {
          const { done, value } = await items.next();
          if (done === true) return this.#host.say({ id, result: value });
          controller.signal.throwIfAborted();
          asked = Promise.withResolvers();
          this.#host.say({ id, item: value ?? null });
          await asked.promise;
          controller.signal.throwIfAborted();
        }
      } finally {
        await items.return?.();
      }
    } catch (error) {
      this.#host.say({ id, error: { message: messageOf(error) } });
    } finally {
      this.#calls.delete(id);
    }
  }

  #function(path: readonly string[]): (...values: readonly unknown[]) => unknown {
    let part: unknown;
    let found: unknown = this.#parts;
    for (const name of path) {
      part = found;
      // What an object inherits is no part.
      found =
        typeof part === "object" && part !== null && Object.hasOwn(part, name)
          ? Reflect.get(part, name)
          : undefined;
    }
    if (typeof found !== "function") throw new TypeError(`Its module has no function ${path.join(".")}.`);
    const call = found;
    return (...values) => Reflect.apply(call, part, values);
  }

  #context({ id, sessionId, cwd }: CallMessage, signal: AbortSignal): PluginContext {
    const { settings, variables, folder } = this.#options;
    const isShown = rateLimit(maxProgress, () => undefined);
    return {
      signal,
      sessionId,
      cwd,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host checked them
      settings: settings as PluginContext["settings"],
      variables,
      folder,
      progress: (text) => {
        if (!signal.aborted && isShown()) this.#host.say({ id, progress: String(text).slice(0, 2_000) });
      },
      log: (text) => this.#host.log(String(text)),
    };
  }
}

function itemsOf(given: unknown, path: readonly string[]): AsyncIterator<unknown, unknown> {
  if (typeof given === "object" && given !== null && Symbol.asyncIterator in given) {
    const iterate = given[Symbol.asyncIterator];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it gives is checked outside
    if (typeof iterate === "function")
      return Reflect.apply(iterate, given, []) as AsyncIterator<unknown, unknown>;
  }
  throw new TypeError(`${path.join(".")} of its module gives no stream: write it as async function*.`);
}

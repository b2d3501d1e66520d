import type { GatewayHooks, Log } from "@hermes/gateway";
import type { Runtime } from "@hermes/runtime";
import { pause } from "@hermes/registry/pause";
import { existsSync } from "node:fs";
import { join } from "node:path";

export interface OpenGatewayHooksOptions {
  readonly runtime: Pick<Runtime, "hooks">;
  /** Home of Hermes. */
  readonly home: string;
  readonly log: Log;
  readonly onWarning: (message: string) => void;
}

export interface OpenGatewayHooks extends AsyncDisposable {
  /** Undefined: there is no hook folder. */
  readonly hooks: GatewayHooks | undefined;
}

/** Events that may wait for the hooks before them. */
const mostWaiting = 200;
/** What happened before the end is still told, for so long. */
const lastWordsMs = 2_000;

/** The hook folders of the home, as the gateway tells them what happens: one event after another, without waiting for them. */
export async function openGatewayHooks({
  runtime,
  home,
  log,
  onWarning,
}: OpenGatewayHooksOptions): Promise<OpenGatewayHooks> {
  if (!existsSync(join(home, "hooks")))
    return { hooks: undefined, [Symbol.asyncDispose]: async () => undefined };
  const ending = new AbortController();
  const warn = (message: string): void => log("warn", message);
  const folders = await (await runtime.hooks()).gateway({ signal: ending.signal, warn });
  for (const note of folders.notes) {
    warn(note);
    onWarning(note);
  }
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    hooks: {
      tell(event, context) {
        if (!folders.hears(event)) return;
        if (waiting >= mostWaiting) return warn(`An event was not told to hooks, which are behind: ${event}`);
        waiting += 1;
        last = last.then(async () => {
          await folders.tell(event, context);
          waiting -= 1;
        });
      },
      command: async (name, context) => await folders.command(name, context),
    },
    async [Symbol.asyncDispose]() {
      await Promise.race([last, pause(lastWordsMs, ending.signal).catch(() => undefined)]);
      ending.abort();
      await last;
    },
  };
}

import { loadSettings } from "@hermes/config";
import type { HomeHooks } from "@hermes/runtime";
import { openRuntime } from "../../chat/open-runtime.ts";
import type { Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { confirm, type ConfirmOptions } from "../../prompt/confirm.ts";
import { printRemark } from "../../render/print.ts";

/** What the commands of `hermes hooks` have of this program, which is a file of its own. */
export interface HooksDesk {
  readonly host: Host;
  withHooks(work: (hooks: HomeHooks, signal: AbortSignal) => Promise<number>): Promise<number>;
  /** As `confirm` of the prompts. */
  confirm(options: ConfirmOptions): Promise<boolean>;
}

export function hooksDesk(host: Host): HooksDesk {
  return {
    host,
    confirm: async (options) => await confirm(host, options),
    async withHooks(work) {
      using running = interruptible(host);
      const loaded = await loadSettings({ env: host.env });
      await using runtime = openRuntime(host, {
        loaded,
        onWarning: (message) => printRemark(host, message),
      });
      return await work(await runtime.hooks(), running.signal);
    },
  };
}

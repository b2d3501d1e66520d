import { loadSettings } from "@hermes/config";
import type { Environment } from "@hermes/registry";
import type { HomePlugins } from "@hermes/runtime";
import { openRuntime } from "../../chat/open-runtime.ts";
import { Stop, type Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { confirm, type ConfirmOptions } from "../../prompt/confirm.ts";
import { formatDuration } from "../../render/activity-line.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printRemark } from "../../render/print.ts";
import { Screen } from "../../render/screen.ts";
import { StatusLine } from "../../render/status-line.ts";
import { coloured, createStyle } from "../../render/style.ts";

/** What the commands of `hermes plugins` have of this program, which is a file of its own. */
export interface PluginsDesk {
  readonly host: Host;
  /**
   * Opens the plug-ins of this home and folder. What was started of them is ended with the work.
   *
   * @param options `isQuiet`: warnings are told by what follows.
   */
  withPlugins(
    work: (context: PluginsContext) => Promise<number>,
    options?: { readonly isQuiet?: boolean | undefined },
  ): Promise<number>;
  /** As `confirm` of the prompts. */
  confirm(options: ConfirmOptions): Promise<boolean>;
}

/** What a command works with. */
export interface PluginsContext {
  readonly plugins: HomePlugins;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Variables of the person, with those of their `.env`. */
  readonly env: Environment;
  /** Says what is waited for: on the passing line of a terminal, else nowhere. */
  waitFor(what: string): void;
  /** What was waited for is there. */
  arrived(): void;
}

export function pluginsDesk(host: Host): PluginsDesk {
  return {
    host,
    withPlugins: async (work, { isQuiet = false } = {}) =>
      await withPlugins(host, work, isQuiet ? () => undefined : (message) => printRemark(host, message)),
    confirm: async (options) => await confirm(host, options),
  };
}

async function withPlugins(
  host: Host,
  work: (context: PluginsContext) => Promise<number>,
  onWarning: (message: string) => void,
): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  const line = new StatusLine(new Screen({ ...host, style: createStyle(coloured(host.stderr)) }), Date.now);
  using running = interruptible(host);
  const { signal } = running;
  await using runtime = openRuntime(host, { loaded, onWarning });
  try {
    return await work({
      plugins: await runtime.plugins(),
      ...{ signal, env: loaded.env },
      waitFor(what) {
        const text = cleanText(what);
        line.show({ name: what, since: Date.now(), line: (ms) => `${text} … ${formatDuration(ms)}` });
      },
      arrived: () => line.clear(),
    });
  } catch (error) {
    // Whatever else came of it.
    if (signal.aborted && signal.reason instanceof Stop) throw signal.reason;
    throw error;
  } finally {
    line.clear();
  }
}

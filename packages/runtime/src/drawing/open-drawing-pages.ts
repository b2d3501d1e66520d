import type { WithDrawingPage } from "@hermes/documents/diagrams";
import { lazy } from "../lazy.ts";
import type { RuntimeContext } from "../runtime-context.ts";

/** Pages without a network, for what tools draw. */
export interface DrawingPages extends AsyncDisposable {
  readonly withDrawingPage: WithDrawingPage;
}

/** The browser behind them is loaded and started by the first page, ends when none is needed, and has nothing of the person's own. */
export function openDrawingPages({ env, options }: Pick<RuntimeContext, "env" | "options">): DrawingPages {
  const pages = lazy(async () => {
    const { openOfflinePages } = await import("@hermes/browser/tools");
    return openOfflinePages({ env, executable: options.loaded.settings.browser.executable });
  });
  return {
    withDrawingPage: async (use, options) => await (await pages()).use(use, options),
    async [Symbol.asyncDispose]() {
      await (await pages.made?.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };
}

import type { ToolContext } from "@hermes/registry";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { fromPage } from "./from-page.ts";
import { inSession } from "./in-session.ts";

interface CloseInput {
  readonly tab?: string | undefined;
}

/** Closes a tab, or all that a session has open. */
export async function closeTabs(
  { tab }: CloseInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
    if (tab === undefined) {
      await session.close();
      return { success: true, closed: "all" };
    }
    await session.closeTab(session.tab(tab));
    return fromPage(session, { success: true, closed: tab, tabs: session.tabs() });
  });
}

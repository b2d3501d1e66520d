import type { ToolContext } from "@hermes/registry";
import { untilAnswered } from "../session/perform.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { inSession } from "./in-session.ts";
import { pageResult } from "./page-result.ts";

interface ShowInput {
  readonly full?: boolean | undefined;
  readonly page?: number | undefined;
  readonly tab?: string | undefined;
}

/** Shows what a page shows now. */
export async function showPage(
  { full, page, tab }: ShowInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
    if (tab !== undefined) await session.tab(tab).page.bringToFront();
    await untilAnswered(session, context.signal);
    return await pageResult({ options, session, context, full, page });
  });
}

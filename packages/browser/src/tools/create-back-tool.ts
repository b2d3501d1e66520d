import { HermesError, defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { perform } from "../session/perform.ts";
import type { Tab } from "../session/tab.ts";
import { usableTab } from "./act-on-element.ts";
import { pageResult } from "./page-result.ts";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

async function forward({ page }: Tab, signal: AbortSignal): Promise<void> {
  await page.goForward({ waitUntil: "commit", timeout: 10_000, signal });
}

/** Goes back to the page before. */
export function createBackTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_back",
    description: "Go back to the page that was open before in this tab.",
    input: z.object({}),
    action: actions.read,
    async execute(_input, context) {
      return await parts.call(context, async (session) => {
        const tab = usableTab(session);
        const from = tab.page.url();
        const after = await perform(
          session,
          tab,
          async (signal) => await tab.page.goBack({ waitUntil: "commit", timeout: 10_000, signal }),
          { signal: context.signal, readMs: 10_000, follows: false },
        );
        // A tab begins with an empty page.
        const isBeginning = tab.page.url() === "about:blank" && from !== "about:blank";
        if (isBeginning) await perform(session, tab, async (signal) => await forward(tab, signal), context);
        const stayed = tab.page.url() === from && !tab.traffic.hasOpenedSince(after.mark);
        if (isBeginning || (stayed && !session.dialogs.isOpenIn(tab.id)))
          throw new HermesError("There is no page before this one.", {
            code: "BROWSER_NO_PAGE",
            hint: "Open one with browser_navigate.",
          });
        tab.lastSnapshot = undefined;
        return await pageResult({ parts, session, context, after });
      });
    },
  });
}

import { HermesError } from "@hermes/registry";
import type { ToolContext } from "@hermes/registry";
import { perform } from "../session/perform.ts";
import type { Tab } from "../session/tab.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { usableTab } from "./act-on-element.ts";
import { inSession } from "./in-session.ts";
import { pageResult } from "./page-result.ts";

async function forward({ page }: Tab, signal: AbortSignal): Promise<void> {
  await page.goForward({ waitUntil: "commit", timeout: 10_000, signal });
}

/** Goes back to the page before. */
export async function goBack(
  _input: object,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
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
    return await pageResult({ options, session, context, after });
  });
}

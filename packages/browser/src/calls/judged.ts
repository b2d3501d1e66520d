import { HermesError, untrustedSources } from "@hermes/registry";
import type { ToolContext, ToolFinding } from "@hermes/registry";
import type { Tab } from "../session/tab.ts";
import type { PageAction } from "../tools/browser-ports.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { hostOf } from "./from-page.ts";

interface JudgedAction {
  /** Name of the tool. */
  readonly tool: string;
  /** What the call itself says: it counts also where a dialog keeps the page from being looked at. */
  readonly known?: ActionFacts | undefined;
  /** What only the page knows. */
  readonly facts?: ((tab: Tab) => Promise<ActionFacts>) | undefined;
  /** The current tab by default. */
  readonly tab?: string | undefined;
}

type ActionFacts = Omit<PageAction, "tool" | "host" | "personal">;

/**
 * Asks the judge, where there is one, what speaks against an action in a tab, the current one by default. Where a session holds no
 * untrusted content, nothing does.
 */
export async function judged(
  { browsers, judge }: BrowserToolsOptions,
  context: ToolContext,
  { tool, known = {}, facts, tab: tabId }: JudgedAction,
): Promise<readonly ToolFinding[]> {
  if (judge === undefined || untrustedSources(context.provenance).length === 0) return [];
  const session = await browsers.session(context.taskId);
  const tab = session.currentTab(tabId);
  // Without a page there is nothing to act on, and the call will say so.
  if (tab === undefined) return [];
  // What the call itself says counts also where a dialog keeps the page from being looked at.
  const found =
    facts === undefined || session.dialogs.isOpenIn(tab.id)
      ? known
      : { ...known, ...(await session.run(context.signal, async () => await within(facts(tab)))) };
  const personal = session.context?.isKept === true || session.hasPassword;
  return await judge({ tool, host: hostOf(tab.page.url()), personal, ...found }, context);
}

/** A page that does not answer is not acted on unseen. */
async function within<Value>(facts: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const options = { code: "BROWSER_PAGE_STUCK", hint: "Open it again with browser_navigate." };
      reject(new HermesError("The page does not answer.", options));
    }, 5_000);
  });
  return await Promise.race([facts, late]).finally(() => clearTimeout(timer));
}

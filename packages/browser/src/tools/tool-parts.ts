import { HermesError, toolError, untrustedSources, untrustedValue } from "@hermes/registry";
import type { Tool, ToolAction, ToolContext, ToolError, ToolFinding, UntrustedValue } from "@hermes/registry";
import type { Browsers } from "../open-browsers.ts";
import type { BrowserSession } from "../session/browser-session.ts";
import { explainError } from "../session/explain-error.ts";
import type { Tab } from "../session/tab.ts";
import type { BrowserToolsOptions } from "./browser-tools-options.ts";
import type { LookAtPicture, PageAction, PickFromSnapshot } from "./browser-ports.ts";

/** What all tools of the browser share. */
export interface ToolParts {
  readonly browsers: Browsers;
  readonly pick: PickFromSnapshot | undefined;
  readonly look: LookAtPicture | undefined;
  /** Options that are the same for each of them. */
  readonly shared: SharedOptions;
  /** Does the work of a call: alone in its session, with every failure as one sentence. */
  call<Value>(
    context: ToolContext,
    work: (session: BrowserSession) => Promise<Value>,
  ): Promise<Value | UntrustedValue<ToolError> | ToolError>;
  /**
   * Asks the judge, where there is one, what speaks against an action in a tab, the current one by default. Where a session holds no
   * untrusted content, nothing does.
   */
  judged(context: ToolContext, tool: string, action: JudgedAction): Promise<readonly ToolFinding[]>;
  /** The same for opening an address in a browser that sites know the person by. Elsewhere the guard judges addresses by itself. */
  judgedOpening(context: ToolContext, tool: string, link: string): Promise<readonly ToolFinding[]>;
}

interface JudgedAction {
  /** What the call itself says: it counts also where a dialog keeps the page from being looked at. */
  readonly known?: ActionFacts | undefined;
  /** What only the page knows. */
  readonly facts?: ((tab: Tab) => Promise<ActionFacts>) | undefined;
  /** The current tab by default. */
  readonly tab?: string | undefined;
}

type ActionFacts = Omit<PageAction, "tool" | "host" | "personal">;

interface SharedOptions {
  readonly toolset: "browser";
  readonly rare: true;
  readonly emoji: string;
  readonly provenance: { readonly source: "web" };
  readonly concurrency: "exclusive";
  readonly timeoutMs: number;
  readonly available: NonNullable<Tool["available"]>;
  readonly cleanup: NonNullable<Tool["cleanup"]>;
}

export const actions: Readonly<Record<"navigate" | "read" | "act" | "script" | "close", ToolAction>> = {
  navigate: { name: "browser.navigate", summary: "open a web page", readOnly: true },
  read: { name: "browser.read", summary: "look at a web page", readOnly: true },
  act: { name: "browser.act", summary: "click or type in a web page", readOnly: false },
  script: { name: "browser.script", summary: "run a script in a web page", readOnly: false },
  close: { name: "browser.close", summary: "close the browser of a session", readOnly: true },
};

export function toolParts({ browsers, judge, pick, look }: BrowserToolsOptions): ToolParts {
  const { commandTimeoutMs } = browsers.settings;
  return {
    browsers,
    pick,
    look,
    shared: {
      toolset: "browser",
      rare: true,
      emoji: "🌐",
      provenance: { source: "web" },
      concurrency: "exclusive",
      // For what the browser's own limits do not end, and a start of it.
      timeoutMs: commandTimeoutMs + 60_000,
      available: async () => (await browsers.whyUnavailable()) ?? true,
      cleanup: async (sessionId) => await browsers.close(sessionId),
    },
    async call(context, work) {
      const session = browsers.session(context.taskId);
      const { signal } = context;
      try {
        return await session.run(signal, async () => {
          await session.refusal(signal);
          const value = await work(session);
          // What a page got from where it may not go is seen by nobody.
          const refusal = await session.refusal(signal);
          return refusal === undefined
            ? value
            : toolError(refusal, { hint: "The page was closed. Open another one." });
        });
      } catch (error) {
        context.signal.throwIfAborted();
        const { message, hint } = explainError(error, session.currentTab()?.page.url());
        const notes = session.takeNotes();
        const failure = toolError([message, ...notes].join(" "), { hint });
        return fromPage(session, failure);
      }
    },
    async judged(context, tool, { known = {}, facts, tab: tabId }) {
      if (judge === undefined || untrustedSources(context.provenance).length === 0) return [];
      const session = browsers.session(context.taskId);
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
    },
    async judgedOpening(context, tool, link) {
      if (judge === undefined || untrustedSources(context.provenance).length === 0) return [];
      const { profile, personal: isTheirs = false } = browsers.settings;
      const session = browsers.session(context.taskId);
      if (profile === undefined && !isTheirs && !session.hasPassword) return [];
      const host = hostOf(session.currentTab()?.page.url() ?? "");
      return await judge({ tool, host, personal: true, link }, context);
    },
  };
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

/** Marks a result as what the current page says. */
export function fromPage<Value>(session: BrowserSession, value: Value): UntrustedValue<Value> {
  const host = hostOf(session.currentTab()?.page.url() ?? "");
  return untrustedValue(value, [host === "" ? { source: "web" } : { source: "web", name: host }]);
}

/** `name` or `name:port` of an address; empty where it has none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

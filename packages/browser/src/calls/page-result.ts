import type { ToolContext, UntrustedValue } from "@hermes/registry";
import type { BrowserSession } from "../session/browser-session.ts";
import { untilAborted } from "../session/lock.ts";
import { explainFailure } from "../session/network-failure.ts";
import { untilReadable } from "../session/perform.ts";
import type { Performed } from "../session/perform.ts";
import { Tab } from "../session/tab.ts";
import { differenceOf } from "../snapshot/difference.ts";
import { pageOf } from "../snapshot/page-of.ts";
import { takeSnapshot } from "../snapshot/take-snapshot.ts";
import type { Snapshot } from "../snapshot/take-snapshot.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { challengeOf } from "./challenge-of.ts";
import { pickFrom } from "./pick-from.ts";
import { fromPage } from "./from-page.ts";

export interface PageResultOptions {
  readonly options: BrowserToolsOptions;
  readonly session: BrowserSession;
  readonly context: ToolContext;
  /** What the tool itself has to say. */
  readonly fields?: object | undefined;
  /** After an action: what it changed is shown, and not the whole page. */
  readonly after?: Performed | undefined;
  readonly full?: boolean | undefined;
  readonly page?: number | undefined;
}

/** A page that can't be read for so long does not answer. */
const stuckAfterMs = 8_000;

/** The result of nearly every tool: where the session is, what the page shows or what has changed in it, and what happened meanwhile. */
export async function pageResult(result: PageResultOptions): Promise<UntrustedValue> {
  const { options, session, context, fields = {}, after, full = false, page } = result;
  const tab = after === undefined ? session.tab() : after.tab;
  if (tab !== undefined && after === undefined) await untilReadable(session, tab, context.signal);
  // The whole is put together last, since things happen while the page is looked at.
  const rest = (): object => ({
    ...(after?.isLoading === true ? { still_loading: true } : {}),
    ...news(session),
  });
  if (tab === undefined) return fromPage(session, { success: true, ...fields, ...rest() });
  const url = tab.page.url();
  if (session.dialogs.isOpenIn(tab.id))
    return fromPage(session, { success: true, ...fields, url, ...rest(), hint: answerDialog });
  const snapshot = await lookAt(session, tab, { full, signal: context.signal }).catch(
    async (error: unknown) => {
      // A tab that closed itself meanwhile leaves the one that it was opened from.
      const left = session.currentTab();
      if (!tab.page.isClosed() || left === undefined || left === tab) throw error;
      return left;
    },
  );
  if (snapshot instanceof Tab)
    return await pageResult({ ...result, after: after && { ...after, tab: snapshot } });
  if (snapshot === undefined)
    return fromPage(session, { success: true, ...fields, url, ...rest(), hint: answerDialog });
  const before = tab.lastSnapshot;
  if (!full) tab.lastSnapshot = snapshot;
  const place = { url: snapshot.url, title: snapshot.title, ...problemsOf(session, tab, after) };
  const count = { element_count: snapshot.elementCount };
  if (after !== undefined && before !== undefined) {
    const changes = differenceOf(before, snapshot);
    const shown = changes === undefined ? "nothing" : pageOf(changes.split("\n"), { page: 1 }).text;
    return fromPage(session, { success: true, ...fields, ...place, changes: shown, ...count, ...rest() });
  }
  const text = await pickFrom(options.pick, snapshot, {
    task: context.userTask,
    sessionId: context.sessionId,
    page,
    signal: context.signal,
  });
  return fromPage(session, { success: true, ...fields, ...place, ...text, ...count, ...rest() });
}

const answerDialog = "The page stands still until the dialog is answered with browser_dialog.";

/** @returns Undefined when a dialog opened meanwhile. */
export async function lookAt(
  session: BrowserSession,
  tab: Tab,
  { full, signal }: { readonly full: boolean; readonly signal: AbortSignal },
): Promise<Snapshot | undefined> {
  const dialog = session.dialogs.untilOpen(tab.id);
  const startedAt = performance.now();
  try {
    const taken = takeSnapshot(tab.page, { full, signal });
    return await untilAborted(Promise.race([taken, dialog.open.then(() => undefined)]), signal);
  } catch (error) {
    // What keeps a page busy for so long keeps it from being left, too.
    tab.isStuck ||= performance.now() - startedAt > stuckAfterMs;
    throw error;
  } finally {
    dialog.stop();
  }
}

/** A page that was asked for and did not come, or came as something else. */
function problemsOf(session: BrowserSession, tab: Tab, after: Performed | undefined): object {
  const load = tab.traffic.lastLoad();
  if (load === undefined || after === undefined || !tab.traffic.hasOpenedSince(after.mark)) return {};
  const refused = refusalOf(session, load);
  if (refused !== undefined) return { problem: `${load.url.slice(0, 200)} was not opened: ${refused}` };
  if (load.failure !== undefined && tab.page.url().startsWith("chrome-error:"))
    return { problem: explainFailure(load.url, load.failure).message };
  const warning = challengeOf(load);
  return {
    ...(load.status !== undefined && load.status >= 400 ? { status: load.status } : {}),
    ...(warning === undefined ? {} : { bot_detection_warning: warning }),
  };
}

/** Why the way out refused a page: as an error of the connection, or as an answer of the proxy in its place. */
export function refusalOf(
  session: BrowserSession,
  load: { readonly url: string; readonly status?: number | undefined; readonly failure?: string | undefined },
): string | undefined {
  const isRefusal = load.failure !== undefined || load.status === 403 || load.status === 502;
  return isRefusal ? session.context?.engine.reasonFor(load.url) : undefined;
}

/** What happened beside the call: told once. */
function news(session: BrowserSession): object {
  const dialogs = session.dialogs.pending();
  const tabs = session.tabs();
  const notes = session.takeNotes();
  return {
    ...(dialogs.length === 0 ? {} : { pending_dialogs: dialogs }),
    ...(tabs.length < 2 ? {} : { tabs }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

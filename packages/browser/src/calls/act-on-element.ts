import { HermesError } from "@hermes/registry";
import type { ToolContext } from "@hermes/registry";
import type { Locator } from "playwright-core";
import type { BrowserSession } from "../session/browser-session.ts";
import { perform, untilReadable } from "../session/perform.ts";
import type { Performed } from "../session/perform.ts";
import type { Tab } from "../session/tab.ts";
import { describeElement } from "../snapshot/describe-element.ts";
import { findElement } from "../snapshot/find-element.ts";
import type { PageAction } from "../tools/browser-ports.ts";

/** An element that can't be used by then won't be: it is said at once what is in the way. */
const actionMs = 5_000;

/** Finds the element of a reference in the current tab and does something with it. */
export async function actOnElement(
  session: BrowserSession,
  ref: string,
  action: (
    locator: Locator,
    options: { readonly signal: AbortSignal; readonly timeout: number },
  ) => Promise<unknown>,
  { signal }: ToolContext,
): Promise<Performed> {
  const tab = usableTab(session);
  await untilReadable(session, tab, signal);
  const locator = await findElement(tab.page, ref);
  const timeout = Math.min(actionMs, session.settings.commandTimeoutMs);
  return await perform(session, tab, async (ended) => await action(locator, { signal: ended, timeout }), {
    signal,
  });
}

/**
 * The current tab, where its page can be acted on.
 *
 * @throws {HermesError} `BROWSER_DIALOG_OPEN` while a dialog holds it up.
 */
export function usableTab(session: BrowserSession): Tab {
  const tab = session.tab();
  const dialog = session.dialogs.pending().find((each) => each.tab === tab.id);
  if (dialog === undefined) return tab;
  const { id, type, message } = dialog;
  throw new HermesError(`The page waits for the dialog ${id}: ${type} ${JSON.stringify(message)}.`, {
    code: "BROWSER_DIALOG_OPEN",
    hint: "Answer it with browser_dialog first.",
  });
}

/** A signal that ends with the call, or when a command takes too long. */
export function limited({ settings }: BrowserSession, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(settings.commandTimeoutMs)]);
}

/** Where an element leads, for the judge. An element that is gone has no facts: the call will say so. */
export async function linkOf(tab: Tab, ref: string): Promise<Pick<PageAction, "link" | "submits">> {
  try {
    const { link, isSubmit } = await describeElement(await findElement(tab.page, ref));
    return { ...(link === undefined ? {} : { link }), ...(isSubmit ? { submits: true } : {}) };
  } catch (error) {
    if (HermesError.is(error) && error.code === "BROWSER_STALE_REF") return {};
    throw error;
  }
}

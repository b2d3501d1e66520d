import { toolError } from "@hermes/registry";
import type { ToolContext, ToolFinding } from "@hermes/registry";
import type { BrowserSession } from "../session/browser-session.ts";
import { untilAborted } from "../session/lock.ts";
import type { Tab } from "../session/tab.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { usableTab } from "./act-on-element.ts";
import { fromPage } from "./from-page.ts";
import { inSession } from "./in-session.ts";
import { judged } from "./judged.ts";

interface ConsoleInput {
  readonly clear?: boolean | undefined;
  readonly expression?: string | undefined;
}

const maxChars = 20_000;

/** Reads the console of a page, and runs expressions in it. */
export async function useConsole(
  { clear = false, expression }: ConsoleInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
    const tab = expression === undefined ? session.tab() : usableTab(session);
    if (expression !== undefined) return await run(session, tab, { expression, signal: context.signal });
    const log = tab.console.read();
    if (clear) tab.console.clear();
    return fromPage(session, { success: true, ...log });
  });
}

export async function judgeExpression(
  { expression: script }: ConsoleInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<readonly ToolFinding[]> {
  return script === undefined
    ? []
    : await judged(options, context, { tool: "browser_console", known: { script } });
}

interface Expression {
  readonly expression: string;
  readonly signal: AbortSignal;
}

async function run(session: BrowserSession, tab: Tab, { expression, signal }: Expression): Promise<unknown> {
  const dialog = session.dialogs.untilOpen(tab.id);
  const limit = AbortSignal.timeout(session.settings.commandTimeoutMs);
  try {
    const evaluated = tab.page.evaluate(expression).then(
      (value: unknown) => ({ value }),
      (error: unknown) => ({ error }),
    );
    const outcome = await untilAborted(
      Promise.race([evaluated, dialog.open.then(() => undefined)]),
      AbortSignal.any([signal, limit]),
    );
    if (outcome === undefined)
      return fromPage(session, {
        success: true,
        pending_dialogs: session.dialogs.pending(),
        hint: "The expression goes on once the dialog is answered with browser_dialog.",
      });
    if ("error" in outcome) return fromPage(session, failure(outcome.error));
    const json = JSON.stringify(outcome.value) ?? "null";
    const isCut = json.length > maxChars;
    return fromPage(session, {
      success: true,
      result: isCut ? json.slice(0, maxChars) : outcome.value,
      result_type: typeOf(outcome.value),
      method: "evaluate",
      ...(isCut
        ? { note: `Only the first ${maxChars} of ${json.length} characters of its JSON are shown.` }
        : {}),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.aborted) throw error;
    tab.isStuck = true;
    return toolError("The expression did not end in time.", {
      hint: "Open another page with browser_navigate; this one is given up then.",
    });
  } finally {
    dialog.stop();
  }
}

function failure(error: unknown): object {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replace(/^page\.evaluate: /, "").split("\n")[0] ?? "";
  return toolError(`The expression failed: ${line.slice(0, 500)}`, {
    hint: "It runs as JavaScript in the page; a value that JSON can't express does not come back.",
  });
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

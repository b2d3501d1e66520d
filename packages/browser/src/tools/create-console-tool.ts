import { defineTool, toolError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import type { BrowserSession } from "../session/browser-session.ts";
import { untilAborted } from "../session/lock.ts";
import type { Tab } from "../session/tab.ts";
import { usableTab } from "./act-on-element.ts";
import { actions, fromPage } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  clear: z.boolean().optional().describe("Forget the messages afterwards."),
  expression: z
    .string()
    .optional()
    .describe("JavaScript to run in the page; its value, or what its promise gives, comes back as JSON."),
});

const maxChars = 20_000;

/** Reads the console of a page, and runs expressions in it. */
export function createConsoleTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_console",
    description:
      "Read the console of the page: messages and uncaught errors. With expression run JavaScript in the page and get its value.",
    input,
    action: {
      of: [actions.read, actions.script],
      choose: ({ expression }) => (expression === undefined ? actions.read : actions.script).name,
    },
    argument: ({ expression = "" }) => ({ kind: "text", text: expression }),
    findings: async ({ expression: script }, context) =>
      script === undefined ? [] : await parts.judged(context, "browser_console", { known: { script } }),
    async execute({ clear = false, expression }, context) {
      return await parts.call(context, async (session) => {
        const tab = expression === undefined ? session.tab() : usableTab(session);
        if (expression !== undefined) return await run(session, tab, { expression, signal: context.signal });
        const log = tab.console.read();
        if (clear) tab.console.clear();
        return fromPage(session, { success: true, ...log });
      });
    },
  });
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

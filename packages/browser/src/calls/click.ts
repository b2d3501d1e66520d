import type { ToolContext, ToolFinding } from "@hermes/registry";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { actOnElement, linkOf } from "./act-on-element.ts";
import { inSession } from "./in-session.ts";
import { judged } from "./judged.ts";
import { pageResult } from "./page-result.ts";

interface ClickInput {
  readonly ref: string;
}

/** Clicks an element. */
export async function click(
  { ref }: ClickInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
    const after = await actOnElement(
      session,
      ref,
      async (locator, options) => await locator.click(options),
      context,
    );
    return await pageResult({ options, session, context, fields: { clicked: ref }, after });
  });
}

export async function judgeClick(
  { ref }: ClickInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<readonly ToolFinding[]> {
  return await judged(options, context, {
    tool: "browser_click",
    facts: async (tab) => await linkOf(tab, ref),
  });
}

/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import type { Page } from "playwright-core";
import * as z from "zod";
import { perform } from "../session/perform.ts";
import { actOnElement, usableTab } from "./act-on-element.ts";
import { pageResult } from "./page-result.ts";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  direction: z.enum(["up", "down"]).describe("Where to."),
  amount: z.int().min(1).max(100_000).optional().describe("Pixels. 500 by default."),
  ref: z.string().optional().describe("Bring this element into view instead."),
});

/** Moves the visible part of a page. */
export function createScrollTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_scroll",
    description:
      "Scroll what is in the middle of the view, the page or a box in it, and see what came into view. 500 pixels unless amount says more.",
    input,
    action: actions.read,
    async execute({ direction, amount = 500, ref }, context) {
      return await parts.call(context, async (session) => {
        if (ref !== undefined) {
          const after = await actOnElement(
            session,
            ref,
            async (locator, options) => await locator.scrollIntoViewIfNeeded(options),
            context,
          );
          return await pageResult({ parts, session, context, fields: { scrolled_to: ref }, after });
        }
        const tab = usableTab(session);
        let scrolled = 0;
        const move = async (): Promise<void> => {
          scrolled = await scroll(tab.page, direction === "down" ? amount : -amount);
        };
        const after = await perform(session, tab, move, context);
        const fields = { scrolled: Math.abs(scrolled), ...(scrolled === 0 ? { at_end: true } : {}) };
        return await pageResult({ parts, session, context, fields, after });
      });
    },
  });
}

/** @returns How far it went. Two frames later, so that what watches for it has asked for more. */
async function scroll(page: Page, by: number): Promise<number> {
  return await page.evaluate(async (distance) => {
    const isScrollable = (element: Element): boolean =>
      element.scrollHeight > element.clientHeight + 1 &&
      /auto|scroll|overlay/.test(getComputedStyle(element).overflowY);
    let box: Element | null = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    while (box !== null && !isScrollable(box)) box = box.parentElement;
    const target = box ?? document.scrollingElement ?? document.documentElement;
    const before = target.scrollTop;
    target.scrollBy({ top: distance, behavior: "instant" });
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 100);
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    });
    return Math.round(target.scrollTop - before);
  }, by);
}

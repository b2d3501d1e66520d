/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ToolContext } from "@hermes/registry";
import type { Page } from "playwright-core";
import { perform } from "../session/perform.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { actOnElement, usableTab } from "./act-on-element.ts";
import { inSession } from "./in-session.ts";
import { pageResult } from "./page-result.ts";

interface ScrollInput {
  readonly direction: "up" | "down";
  readonly amount?: number | undefined;
  readonly ref?: string | undefined;
}

/** Moves the visible part of a page. */
export async function scrollPage(
  { direction, amount = 500, ref }: ScrollInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
    if (ref !== undefined) {
      const after = await actOnElement(
        session,
        ref,
        async (locator, options) => await locator.scrollIntoViewIfNeeded(options),
        context,
      );
      return await pageResult({ options, session, context, fields: { scrolled_to: ref }, after });
    }
    const tab = usableTab(session);
    let scrolled = 0;
    const move = async (): Promise<void> => {
      scrolled = await scroll(tab.page, direction === "down" ? amount : -amount);
    };
    const after = await perform(session, tab, move, context);
    const fields = { scrolled: Math.abs(scrolled), ...(scrolled === 0 ? { at_end: true } : {}) };
    return await pageResult({ options, session, context, fields, after });
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

/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ToolContext } from "@hermes/registry";
import type { Page } from "playwright-core";
import { untilAborted } from "../session/lock.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { limited, usableTab } from "./act-on-element.ts";
import { fromPage } from "./from-page.ts";
import { inSession } from "./in-session.ts";

interface PageImage {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

const maxImages = 200;

/** Lists the pictures of a page. */
export async function listImages(
  _input: object,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
    const tab = usableTab(session);
    const images = await untilAborted(imagesOf(tab.page), limited(session, context.signal));
    const count = { count: images.length, ...(images.length > maxImages ? { shown: maxImages } : {}) };
    return fromPage(session, { success: true, images: images.slice(0, maxImages), ...count });
  });
}

async function imagesOf(page: Page): Promise<readonly PageImage[]> {
  return await page.evaluate(() =>
    [...document.images].map((image) => ({
      // An address that holds the picture itself says nothing to a reader.
      src:
        image.currentSrc.length > 500
          ? `${image.currentSrc.slice(0, 60)}…`
          : image.currentSrc || image.src.slice(0, 500),
      alt: image.alt.slice(0, 500),
      width: image.naturalWidth,
      height: image.naturalHeight,
    })),
  );
}

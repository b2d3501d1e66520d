/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import type { Page } from "playwright-core";
import * as z from "zod";
import { untilAborted } from "../session/lock.ts";
import { limited, usableTab } from "./act-on-element.ts";
import { actions, fromPage } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

interface PageImage {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

const maxImages = 200;

/** Lists the pictures of a page. */
export function createImagesTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_get_images",
    description: "List the pictures of the page with their addresses, alternative texts and sizes in pixels.",
    input: z.object({}),
    action: actions.read,
    async execute(_input, context) {
      return await parts.call(context, async (session) => {
        const tab = usableTab(session);
        const images = await untilAborted(imagesOf(tab.page), limited(session, context.signal));
        const count = { count: images.length, ...(images.length > maxImages ? { shown: maxImages } : {}) };
        return fromPage(session, { success: true, images: images.slice(0, maxImages), ...count });
      });
    },
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

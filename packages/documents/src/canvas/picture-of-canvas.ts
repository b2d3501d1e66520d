import { z } from "zod";
import type { DrawingPage, WithDrawingPage } from "../page/drawing-page.ts";
import type { DrawnPage } from "./create-canvas-tool.ts";

const width = 900;
const maxHeight = 1_200;
const minHeight = 100;

const findBottom = `let bottom = 0;
for (const each of document.querySelectorAll("body *")) bottom = Math.max(bottom, each.getBoundingClientRect().bottom);
return bottom;`;

export interface PictureOfCanvasOptions {
  readonly withPage: WithDrawingPage;
  readonly signal: AbortSignal;
}

/**
 * The upper part of a page as PNG, as it is before anybody has used it.
 *
 * @returns Undefined for Markdown, which is read as it is, and where there is no browser.
 */
export async function pictureOfCanvas(
  { format, content }: DrawnPage,
  { withPage, signal }: PictureOfCanvasOptions,
): Promise<Uint8Array | undefined> {
  if (format === "markdown") return undefined;
  const html =
    format === "svg" ? `<!doctype html><style>svg{max-width:100%}</style><body>${content}</body>` : content;
  const draw = async (page: DrawingPage): Promise<Uint8Array> => {
    await page.setContent(html);
    // The page may have put anything in place of what is asked here.
    const said = await page.run(findBottom, undefined).catch(() => undefined);
    const bottom = z.number().catch(maxHeight).parse(said);
    const height = Math.min(maxHeight, Math.max(minHeight, Math.ceil(bottom) + 8));
    return await page.screenshot({ clip: { x: 0, y: 0, width, height } });
  };
  return await withPage(draw, { signal, width, height: maxHeight });
}

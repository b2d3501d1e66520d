import { HermesError } from "@hermes/registry";
import { loadSharp } from "../../load-sharp.ts";
import type { WithDrawingPage } from "../../page/drawing-page.ts";
import type { CleanSvg } from "./clean-svg.ts";

/** Browsers and models draw no longer side, and memory is not free. */
const maxSide = 12_000;
const maxPixels = 40_000_000;
const timeoutMs = 30_000;

export interface PictureOptions {
  readonly withPage: WithDrawingPage | undefined;
  readonly signal: AbortSignal;
  /** Pixels for each CSS pixel; fewer where the picture would be too large. */
  readonly scale: number;
}

/** PNG with its size in pixels. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws on white: in a browser where there is one, and else by sharp.
 *
 * @returns Undefined: there is neither.
 */
export async function pictureOfSvg(drawing: CleanSvg, options: PictureOptions): Promise<Picture | undefined> {
  const scale = fittingScale(drawing, options.scale);
  const width = Math.max(1, Math.ceil(drawing.width));
  const height = Math.max(1, Math.ceil(drawing.height));
  const bytes = await options.withPage?.(
    async (page) => {
      await page.setContent(pageOf(drawing.svg));
      return await page.screenshot({ clip: { x: 0, y: 0, width, height } });
    },
    { signal: options.signal, timeoutMs, width, height, scale },
  );
  return bytes === undefined ? await withSharp(drawing.svg, scale) : { bytes, ...sizeOf(bytes) };
}

/** Of a PNG. */
function sizeOf(bytes: Uint8Array): Pick<Picture, "width" | "height"> {
  const head = new DataView(bytes.buffer, bytes.byteOffset, 24);
  return { width: head.getUint32(16), height: head.getUint32(20) };
}

function fittingScale({ width, height }: CleanSvg, wanted: number): number {
  const scale = Math.min(wanted, maxSide / Math.max(width, height), Math.sqrt(maxPixels / (width * height)));
  if (scale >= 0.1) return scale;
  throw new HermesError(
    `The drawing is too large for a picture: ${Math.ceil(width)} × ${Math.ceil(height)}.`,
    {
      code: "DIAGRAM_TOO_LARGE",
      hint: "Draw less at once, or write an .svg.",
    },
  );
}

function pageOf(svg: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><style>html,body{margin:0;background:white;overflow:hidden}svg{display:block;max-width:none!important}</style></head><body>${svg}</body></html>`;
}

async function withSharp(svg: string, scale: number): Promise<Picture | undefined> {
  const sharp = await loadSharp();
  if (sharp === undefined) return undefined;
  // At a density of 72, a CSS pixel is one of the picture.
  const made = sharp(Buffer.from(svg), { density: 72 * scale, limitInputPixels: maxPixels * 2 });
  const { data, info } = await made
    .flatten({ background: "#ffffff" })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

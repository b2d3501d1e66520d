import type { Sharp } from "../load-sharp.ts";
import type { Picture } from "./document-model.ts";

const maxPixels = 50_000_000;
const maxSide = 1_600;
/** Pixels for each that is shown: a drawing stays sharp in print. */
const drawingScale = 2;

/** A file as a picture that every format can hold. */
export async function fitPicture(sharp: Sharp, bytes: Uint8Array): Promise<Picture> {
  const image = sharp(bytes, { limitInputPixels: maxPixels })
    .rotate()
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true });
  const { format } = await image.metadata();
  const isPhoto = format === "jpeg";
  const { data, info } = await (isPhoto ? image.jpeg({ quality: 88 }) : image.png()).toBuffer({
    resolveWithObject: true,
  });
  return { bytes: data, type: isPhoto ? "jpg" : "png", width: info.width, height: info.height };
}

/** An SVG on white. */
export async function fitDrawing(sharp: Sharp, svg: string): Promise<Picture> {
  // Without it librsvg leaves out spaces between the words of Mermaid, each of which is an element.
  const spaced = svg.replace(/<svg\b(?![^>]*xml:space)/, '$& xml:space="preserve"');
  // At 72 a pixel of the SVG is one of the picture.
  const image = sharp(Buffer.from(spaced), { density: 72 * drawingScale, limitInputPixels: maxPixels })
    .flatten({ background: "#ffffff" })
    .resize({
      width: maxSide * drawingScale,
      height: maxSide * drawingScale,
      fit: "inside",
      withoutEnlargement: true,
    });
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  return { bytes: data, type: "png", width: info.width / drawingScale, height: info.height / drawingScale };
}

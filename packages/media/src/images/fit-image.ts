import { HermesError } from "@hermes/registry/errors";
import { imageKindOf, mediaTypes } from "./image-type.ts";
import type { ImageKind } from "./image-type.ts";
import { imageLimits } from "./image-limits.ts";
import type { ImageLimits } from "./image-limits.ts";
import { readImageHead } from "./image-head.ts";
import { loadSharp } from "./load-sharp.ts";
import type { Sharp } from "./load-sharp.ts";

export interface FittedImage {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether these are other bytes than the ones that came. */
  readonly isChanged: boolean;
}

export interface FitImageOptions {
  readonly signal?: AbortSignal | undefined;
  /** What changes pictures. @default the package sharp, where it is installed */
  readonly sharp?: (() => Promise<Sharp>) | undefined;
}

/** Of what comes in. */
const maxInputBytes = 50_000_000;
/** A decoded pixel takes four bytes: more would fill the memory. */
const maxInputPixels = 120_000_000;
const maxSeconds = 20;
const smallestSide = 64;

/**
 * A picture as a provider takes it: as it is where it fits, else upright, smaller, or as PNG or JPEG. Of an animation that has to be
 * changed, the first frame is left.
 *
 * @throws {HermesError} `IMAGE_UNKNOWN`, `IMAGE_TOO_LARGE`, `IMAGE_UNREADABLE`, or `IMAGE_NEEDS_SHARP`.
 */
export async function fitImage(
  bytes: Uint8Array,
  limits: ImageLimits = imageLimits(),
  { signal, sharp = loadSharp }: FitImageOptions = {},
): Promise<FittedImage> {
  signal?.throwIfAborted();
  const kind = imageKindOf(bytes);
  if (kind === undefined)
    throw new HermesError("This is no picture that is known here.", {
      code: "IMAGE_UNKNOWN",
      hint: "PNG, JPEG, GIF, WebP, AVIF, TIFF and SVG are.",
    });
  if (bytes.length > maxInputBytes) throw tooLarge(`${(bytes.length / 1e6).toFixed(1)} MB`);
  const head = readImageHead(bytes, kind);
  if (head !== undefined && head.width * head.height > maxInputPixels)
    throw tooLarge(`${head.width} × ${head.height} pixels`);
  if (head?.isWhole === false || head?.width === 0 || head?.height === 0)
    throw unreadable(kind, "it is cut off");
  if (
    head !== undefined &&
    !head.isTurned &&
    limits.kinds.includes(kind) &&
    fitsIn(bytes, limits) &&
    Math.max(head.width, head.height) <= limits.maxSide
  ) {
    const { width, height } = head;
    return { mediaType: mediaTypes[kind], bytes, width, height, isChanged: false };
  }
  return await change(await sharp(), { bytes, kind, limits, signal });
}

interface Change {
  readonly bytes: Uint8Array;
  readonly kind: ImageKind;
  readonly limits: ImageLimits;
  readonly signal: AbortSignal | undefined;
}

async function change(sharp: Sharp, { bytes, kind, limits, signal }: Change): Promise<FittedImage> {
  const open = () => sharp(bytes, { limitInputPixels: maxInputPixels, failOn: "error" });
  let side = Math.min(limits.goodSide, limits.maxSide);
  try {
    const { hasAlpha, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxInputPixels) throw tooLarge(`${width} × ${height} pixels`);
    // Drawings stay sharp and keep what is transparent; photographs would be large.
    const isDrawing = kind !== "jpeg" && kind !== "heic" && kind !== "avif";
    for (; side >= smallestSide; side = Math.floor(side * 0.7)) {
      const made = () =>
        open()
          .rotate()
          .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
          .timeout({ seconds: maxSeconds });
      const ways = [
        ...(isDrawing || hasAlpha ? [() => made().png()] : []),
        () => made().flatten({ background: "white" }).jpeg({ quality: 85 }),
      ];
      for (const way of ways) {
        signal?.throwIfAborted();
        // oxlint-disable-next-line no-await-in-loop -- the first that fits is taken
        const { data, info } = await way().toBuffer({ resolveWithObject: true });
        const { width, height, format } = info;
        if (fitsIn(data, limits))
          return { mediaType: `image/${format}`, bytes: data, width, height, isChanged: true };
      }
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (HermesError.is(error)) throw error;
    throw unreadable(kind, "it is broken, or of a kind that can't be opened here", error);
  }
  throw tooLarge("no form of it is small enough");
}

function fitsIn({ length }: Uint8Array, { maxBase64Chars }: ImageLimits): boolean {
  return Math.ceil(length / 3) * 4 <= maxBase64Chars;
}

function tooLarge(what: string): HermesError {
  return new HermesError(`The picture is too large: ${what}.`, {
    code: "IMAGE_TOO_LARGE",
    hint: `Make it smaller: at most ${maxInputBytes / 1e6} MB and ${maxInputPixels / 1e6} million pixels can be worked on.`,
  });
}

/** What the library says stays the cause: it may hold text of the picture, and this message is read as our own. */
function unreadable(kind: ImageKind, why: string, cause?: unknown): HermesError {
  return new HermesError(`The picture (${mediaTypes[kind]}) can't be read: ${why}.`, {
    code: "IMAGE_UNREADABLE",
    hint: "Give it as PNG or JPEG.",
    cause,
  });
}

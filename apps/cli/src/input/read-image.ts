import { execFile } from "node:child_process";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { homedir } from "node:os";
import { basename, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { getImageDimensions } from "@earendil-works/pi-tui/dist/terminal-image.js";
import type { ImageData } from "@hermes/models";
import type { Environment } from "@hermes/registry";
import { fit, oneLine } from "../render/fit.ts";

/** What the model gets is made smaller; more would take too long to read while a person types. */
const maxBytes = 50_000_000;

export interface ReadImage {
  readonly part: ImageData;
  /** Of its file, clean enough to be shown. */
  readonly name: string;
  /** In pixels; undefined where its head does not say. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export type ImageResult =
  | { readonly ok: true; readonly image: ReadImage; readonly path: string | undefined }
  /** `why` is a sentence for the person. */
  | { readonly ok: false; readonly problem: "missing" | "no-image" | "too-large"; readonly why: string };

/** Where images come from. */
export interface ImageSource {
  /** Reads a file. @param path Absolute, relative to the session's folder, or beginning with `~/`. */
  read(path: string): ImageResult;
  /** What the clipboard holds. */
  fromClipboard(): Promise<ImageResult>;
}

/** Images of this machine: its files, and its clipboard where `wl-paste`, `xclip` or `pngpaste` can read it. */
export function imageSource({ cwd, env }: { readonly cwd: string; readonly env: Environment }): ImageSource {
  return {
    read(path) {
      const whole = path.startsWith("~/") ? join(homedir(), path.slice(2)) : resolve(cwd, path);
      const read = readBytes(whole);
      return "problem" in read ? { ok: false, ...read } : imageOf(read.bytes, basename(whole), whole);
    },
    async fromClipboard() {
      for (const [program, ...args] of readers) {
        // oxlint-disable-next-line no-await-in-loop -- the first that has an image is taken
        const bytes = await outputOf(program, args, env);
        if (bytes !== undefined && bytes.length > 0) return imageOf(bytes, "clipboard", undefined);
      }
      const why = "There is no image in the clipboard that wl-paste, xclip or pngpaste can read.";
      return { ok: false, problem: "missing", why };
    },
  };
}

const readers: readonly (readonly [program: string, ...args: string[]])[] = [
  ["wl-paste", "--no-newline", "--type", "image/png"],
  ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"],
  ["pngpaste", "-"],
];

/**
 * The paths in a paste that is nothing but paths of images, as terminals paste files that are dropped on them: plain, in
 * quotes, with backslashes, as `file://` addresses. Empty for any other text.
 */
export function droppedImages(text: string): readonly string[] {
  const line = text.trim();
  if (line === "" || line.length > 8_192 || line.includes("\n")) return [];
  // Not every terminal quotes the blanks of a name.
  const whole = pathIn(line);
  if (isImagePath(whole) && isRooted(whole) && !/["'\\]|\s[~/]/.test(line)) return [whole];
  const words = line.match(/'[^']*'|"(?:\\.|[^"\\])*"|(?:\\.|[^\s\\'"])+/g) ?? [];
  const paths = words.map((word) => pathIn(unquoted(word)));
  return paths.length > 0 && paths.every((path) => isImagePath(path) && isRooted(path)) ? paths : [];
}

function isImagePath(path: string): boolean {
  return /\.(png|jpe?g|gif|webp)$/i.test(path);
}

/** Terminals paste whole paths; a name alone is a word of a sentence. */
function isRooted(path: string): boolean {
  return isAbsolute(path) || path.startsWith("~/");
}

function unquoted(word: string): string {
  if (word.startsWith("'")) return word.slice(1, -1);
  if (word.startsWith('"')) return word.slice(1, -1).replace(/\\([\\"$`])/g, "$1");
  return word.replace(/\\(.)/g, "$1");
}

function pathIn(text: string): string {
  return URL.canParse(text) && text.startsWith("file:///") ? fileURLToPath(text) : text;
}

type Bytes = { readonly bytes: Buffer } | { readonly problem: "missing" | "too-large"; readonly why: string };

function readBytes(path: string): Bytes {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    const reason =
      error instanceof Error && "code" in error && error.code !== "ENOENT" ? ` (${String(error.code)})` : "";
    return { problem: "missing", why: `Cannot read ${oneLine(path)}${reason}.` };
  }
  try {
    const { size } = fstatSync(file);
    if (size > maxBytes) return tooLarge(basename(path), size);
    const bytes = Buffer.alloc(size);
    return { bytes: bytes.subarray(0, readSync(file, bytes)) };
  } finally {
    closeSync(file);
  }
}

function tooLarge(name: string, size: number): { readonly problem: "too-large"; readonly why: string } {
  const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
  const why = `${oneLine(name)} has ${megabytes(size)} MB; an image may have ${megabytes(maxBytes)} MB. Make it smaller.`;
  return { problem: "too-large", why };
}

function imageOf(bytes: Buffer, name: string, path: string | undefined): ImageResult {
  if (bytes.length > maxBytes) return { ok: false, ...tooLarge(name, bytes.length) };
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === undefined) {
    return { ok: false, problem: "no-image", why: `${oneLine(name)} is no PNG, JPEG, GIF or WebP image.` };
  }
  const data = bytes.toString("base64");
  const size = getImageDimensions(data, mediaType);
  const image: ReadImage = {
    part: { type: "image", mediaType, data },
    // Brackets would end the label, and marks of half width make it as wide as they like.
    name: fit(oneLine(name.normalize("NFKC")), 60).replace(/[[\]]/g, "_") || "image",
    width: size?.widthPx,
    height: size?.heightPx,
  };
  return { ok: true, image, path };
}

/** What the first bytes say; the name may say anything. */
function mediaTypeOf(bytes: Buffer): string | undefined {
  const head = bytes.toString("latin1", 0, 12);
  if (head.startsWith("\u0089PNG\r\n\u001a\n")) return "image/png";
  if (head.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  return /^RIFF[^]{4}WEBP$/.test(head) ? "image/webp" : undefined;
}

async function outputOf(
  program: string,
  args: readonly string[],
  env: Environment,
): Promise<Buffer | undefined> {
  return await new Promise((done) => {
    const options = { encoding: "buffer", env: { ...env }, maxBuffer: maxBytes * 2, timeout: 3_000 } as const;
    execFile(program, args, options, (error, stdout) => done(error === null ? stdout : undefined));
  });
}

import { HermesError } from "@hermes/registry";
import { cleanCss } from "./clean-css.ts";

/** A drawing that runs nothing and reaches nothing, with its size in CSS pixels. */
export interface CleanSvg {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const maxChars = 20_000_000;

// oxfmt-ignore
const elements: ReadonlySet<string> = new Set([
  "svg", "g", "a", "defs", "symbol", "use", "switch", "title", "desc", "style", "marker", "clipPath", "mask", "pattern",
  "linearGradient", "radialGradient", "stop", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
  "text", "tspan", "textPath", "image", "filter", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite",
  "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feMerge", "feMergeNode",
  "feMorphology", "feOffset", "feTurbulence", "feDisplacementMap",
]);

/** Comments, instructions and declarations; whole texts of CDATA; tags; and what is between them. */
const tokens =
  /<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE(?:[^>[]|\[[^\]]*\])*>|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/giy;
const attributes = /([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Keeps the elements that draw. Scripts, HTML, animations and handlers go with what is in them, a link keeps its text,
 * and nothing refers to anything outside of the drawing but to pictures that it holds itself.
 *
 * @throws {HermesError} `DIAGRAM_TOO_LARGE`; `DIAGRAM_BROKEN` where it is no well-formed XML.
 */
export function cleanSvg(text: string): CleanSvg {
  if (text.length > maxChars)
    throw new HermesError(`The drawing has ${text.length} characters; at most ${maxChars} are taken.`, {
      code: "DIAGRAM_TOO_LARGE",
      hint: "Draw less at once.",
    });
  const kept: string[] = [];
  // What was begun; without `as` it goes with all that is in it.
  const open: { readonly name: string; readonly as: string | undefined }[] = [];
  let root: Root | undefined;
  tokens.lastIndex = 0;
  while (tokens.lastIndex < text.length) {
    const at = tokens.lastIndex;
    const match = tokens.exec(text);
    if (match === null) throw broken(text, at);
    const [, data, slash, name, list = "", end = "", between] = match;
    const inside = open.at(-1);
    if (name === undefined) {
      const words = between ?? (data === undefined ? "" : escapeXml(data));
      if (inside === undefined && words.trim() !== "") throw broken(text, at);
      if (inside?.as === "style") kept.push(escapeXml(cleanCss(unescapeXml(words))));
      else if (inside?.as !== undefined) kept.push(words);
    } else if (slash === "/") {
      if (inside?.name !== name) throw broken(text, at);
      open.pop();
      if (inside.as !== undefined) kept.push(`</${inside.as}>`);
    } else if (inside === undefined) {
      if (root !== undefined || name !== "svg") throw broken(text, at);
      root = rootOf(list);
      kept.push(`${root.tag}${end}>`);
      if (end === "") open.push({ name, as: name });
    } else {
      const as = inside.as !== undefined && elements.has(name) ? (name === "a" ? "g" : name) : undefined;
      if (as !== undefined) kept.push(`<${as}${attributesOf(list)}${end}>`);
      if (end === "") open.push({ name, as });
    }
  }
  if (open.length > 0 || root === undefined) throw broken(text, text.length);
  return { svg: kept.join(""), width: root.width, height: root.height };
}

interface Root {
  readonly tag: string;
  readonly width: number;
  readonly height: number;
}

/** The size is the one that is said, and else that of the view; pictures are made in it. */
function rootOf(list: string): Root {
  const given = new Map([...list.matchAll(attributes)].map(([, name, a, b]) => [name, a ?? b ?? ""]));
  const view = (given.get("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = pixelsOf(given.get("width")) ?? view[2] ?? 0;
  const height = pixelsOf(given.get("height")) ?? view[3] ?? 0;
  if (!(width > 0 && height > 0 && Number.isFinite(width * height)))
    throw new HermesError("The drawing has no size.", {
      code: "DIAGRAM_BROKEN",
      hint: "There may be nothing in the source to draw.",
    });
  const others = attributesOf(list, /^(width|height|xmlns)$/);
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return { tag: `<svg ${names} width="${round(width)}" height="${round(height)}"${others}`, width, height };
}

function pixelsOf(length: string | undefined): number | undefined {
  const [, number, unit = ""] = /^\s*([\d.]+)(px|pt)?\s*$/.exec(length ?? "") ?? [];
  return number === undefined ? undefined : Number(number) * (unit === "pt" ? 4 / 3 : 1);
}

function round(size: number): number {
  return Math.ceil(size * 100) / 100;
}

function attributesOf(list: string, without?: RegExp): string {
  return [...list.matchAll(attributes)]
    .map(([, name = "", a, b]) => {
      if (/^on/i.test(name) || without?.test(name)) return "";
      // Of names with a prefix these two draw.
      if (name.includes(":") && !/^(xlink:href|xml:space)$/.test(name)) return "";
      const value = unescapeXml(a ?? b ?? "");
      if (/^(xlink:)?href$/.test(name) && !isInside(value)) return "";
      if (name === "target" || name === "src" || name === "xmlns") return "";
      return ` ${name}="${escapeXml(name === "style" || /[(\\]/.test(value) ? cleanCss(value) : value)}"`;
    })
    .join("");
}

function isInside(address: string): boolean {
  return /^#[^\s]*$/.test(address) || /^data:image\/(png|jpeg|gif|webp);base64,[\w+/=\s]*$/.test(address);
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&${{ "&": "amp", "<": "lt", ">": "gt" }[letter] ?? "quot"};`);
}

function broken(text: string, at: number): HermesError {
  const near = text.slice(at, at + 60).replaceAll(/\s+/g, " ");
  return new HermesError(`The drawing is no well-formed SVG${near === "" ? "" : ` at "${near}"`}.`, {
    code: "DIAGRAM_BROKEN",
    hint: "Simplify the source: leave out HTML, and letters that can't be seen.",
  });
}

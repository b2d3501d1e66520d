import { posix } from "node:path";
import { unzipSync } from "fflate";
import type { Unzipped } from "fflate";
import { attributeOf, xmlTokens } from "./xml-tokens.ts";

/** Slides are texts. Pictures and films in the archive are not unpacked. */
const maxTextBytes = 50_000_000;
const presentation = "ppt/presentation.xml";
const textParts =
  /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|(?:slides|notesSlides)\/(?:_rels\/)?[^/]+)$/;

/** The slides of a presentation in their order, each with its notes; cells of tables are parted by tabs. */
export function pptxText(bytes: Uint8Array): string {
  let total = 0;
  const parts = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!textParts.test(name)) return false;
      total += originalSize;
      if (total > maxTextBytes) throw new Error(`its text is more than ${maxTextBytes / 1e6} MB.`);
      return true;
    },
  });
  const main = takePart(parts, presentation);
  if (main === undefined) throw new Error("it has no ppt/presentation.xml.");
  const targets = relationshipsOf(parts, presentation);
  const slides: string[] = [];
  for (const token of xmlTokens(main)) {
    if (token.kind !== "open" || token.name !== "sldId") continue;
    const path = targets.get(attributeOf(token.raw, "[a-z0-9]+:id") ?? "")?.path;
    const xml = path === undefined ? undefined : takePart(parts, path);
    if (path !== undefined && xml !== undefined)
      slides.push(`[slide ${slides.length + 1}]\n${slideText(parts, { path, xml })}`);
  }
  return slides.join("\n");
}

function slideText(parts: Unzipped, { path, xml }: { readonly path: string; readonly xml: string }): string {
  const notes = [...relationshipsOf(parts, path).values()]
    .filter(({ type }) => type.endsWith("/notesSlide"))
    .flatMap((each) => linesOf(takePart(parts, each.path) ?? ""));
  const lines = [...linesOf(xml), ...(notes.length > 0 ? ["[notes]", ...notes] : [])];
  return lines.map((line) => `${line}\n`).join("");
}

/** A part is read once: an archive that shows one slide a million times is made to fill memory. */
function takePart(parts: Unzipped, path: string): string | undefined {
  const bytes = parts[path];
  delete parts[path];
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

interface Relationship {
  readonly type: string;
  readonly path: string;
}

/** Where the ids in a part lead. @see ECMA-376 part 2, 8.5 */
function relationshipsOf(parts: Unzipped, path: string): ReadonlyMap<string, Relationship> {
  const folder = posix.dirname(path);
  const xml = takePart(parts, posix.join(folder, "_rels", `${posix.basename(path)}.rels`)) ?? "";
  const found = new Map<string, Relationship>();
  for (const token of xmlTokens(xml)) {
    if (token.kind !== "open" || token.name !== "Relationship") continue;
    const target = attributeOf(token.raw, "Target") ?? "";
    const type = attributeOf(token.raw, "Type") ?? "";
    // A target that begins with a slash counts from the root of the archive.
    found.set(attributeOf(token.raw, "Id") ?? "", {
      type,
      path: posix.resolve("/", folder, target).slice(1),
    });
  }
  return found;
}

/** What every slide repeats, and the picture of the slide above its notes. */
const repeated = new Set(["sldNum", "dt", "ftr", "hdr", "sldImg"]);

/** The paragraphs of a slide in the order they are written. */
function linesOf(xml: string): readonly string[] {
  const lines: string[] = [];
  let shapeBegins = 0;
  let isRepeated = false;
  let cells: string[] | undefined;
  let text = "";
  let isText = false;
  /** Inside of one, what was said before is said again for older programs. */
  let fallbacks = 0;
  for (const token of xmlTokens(xml)) {
    if (token.kind === "text") {
      if (isText && fallbacks === 0) text += token.text;
      continue;
    }
    const isOpen = token.kind === "open";
    switch (token.name) {
      case "Fallback":
        if (!isOpen) fallbacks = Math.max(0, fallbacks - 1);
        else if (!token.isEmpty) fallbacks += 1;
        break;
      case "t":
        isText = isOpen && !token.isEmpty;
        break;
      case "br":
        if (isOpen) text += cells === undefined ? "\n" : " ";
        break;
      case "ph":
        if (isOpen && repeated.has(attributeOf(token.raw, "type") ?? "")) isRepeated = true;
        break;
      case "sp":
        if (!isOpen && isRepeated) lines.length = shapeBegins;
        shapeBegins = lines.length;
        isRepeated = false;
        break;
      case "tr":
        if (!isOpen && cells?.some((cell) => cell !== "") === true) lines.push(cells.join("\t"));
        cells = isOpen ? [] : undefined;
        break;
      case "tc":
        if (isOpen) cells?.push("");
        break;
      case "p": {
        if (isOpen) break;
        const cell = cells?.pop();
        if (cell !== undefined) cells?.push([cell, text.trim()].filter((each) => each !== "").join(" "));
        else if (text.trim() !== "") for (const line of text.split("\n")) lines.push(line.trimEnd());
        text = "";
      }
    }
  }
  return lines;
}

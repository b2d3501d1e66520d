import type { default as Module } from "pptxgenjs";
import type { Run } from "../document-model.ts";
import { areRightToLeft } from "../text-direction.ts";
import type { SlidePage } from "./paginate.ts";
import { addNotes } from "./pptx-notes.ts";
import { addPicture } from "./pptx-picture.ts";
import { slideArea } from "./slide-part.ts";
import type { Part, TextPart } from "./slide-part.ts";
import type { SlideWriter } from "./slide-writer.ts";
import { addTable } from "./pptx-table.ts";
import { accent, directionOf, muted, partProps, plainProps } from "./pptx-text.ts";

const { left, width } = slideArea;
/** What pptxgenjs indents a level by: 27 points. */
const levelInches = 0.375;

/** The first slide, or one that begins a section: a large title alone. */
export function addTitle(
  slide: Module.default.Slide,
  { text }: SlideWriter,
  {
    title,
    byline = "",
    size,
  }: { readonly title: readonly Run[]; readonly byline?: string; readonly size: number },
): void {
  const place = { x: left, w: width };
  slide.addText(plainProps(text, title, { bold: true }), {
    ...place,
    ...directionOf(title),
    y: 1.9,
    h: 1.9,
    fontSize: size,
    color: accent,
    valign: "bottom",
    fit: "shrink",
  });
  slide.addShape("rect", { x: left + 0.1, y: 3.95, w: width - 0.2, h: 0.04, fill: { color: accent } });
  if (byline === "") return;
  const runs = [{ text: byline }];
  slide.addText(plainProps(text, runs), {
    ...place,
    ...directionOf(title),
    y: 4.1,
    h: 0.6,
    fontSize: 18,
    color: muted,
  });
}

export interface DrawnPage {
  readonly title?: readonly Run[] | undefined;
  readonly page: SlidePage;
}

/** A slide of parts, one below the other. */
export function addParts(
  slide: Module.default.Slide,
  writer: SlideWriter,
  { title, page: { parts, notes } }: DrawnPage,
): void {
  if (title !== undefined) {
    slide.addText(plainProps(writer.text, title, { bold: true }), {
      ...directionOf(title),
      ...{ x: left, y: 0.4, w: width, h: 0.9 },
      fontSize: 28,
      color: accent,
      valign: "middle",
      fit: "shrink",
    });
  }
  let y = title === undefined ? 0.9 : 1.5;
  for (const group of groupsOf(parts)) {
    const [first] = group;
    const height = group.reduce((sum, each) => sum + each.height, 0);
    if (first.kind === "text") addTexts(slide, writer, { texts: group.filter(isText), first, y, height });
    else if (first.kind === "table")
      addTable(slide, writer.text, { table: first.table, x: left + 0.1, y, w: width - 0.2 });
    else addPicture(slide, writer, first, y);
    y += height;
  }
  addNotes(slide, writer, notes);
}

/** Texts that are drawn alike stand in one box; all else stands for itself. */
function groupsOf(parts: readonly Part[]): readonly [Part, ...Part[]][] {
  const groups: [Part, ...Part[]][] = [];
  let previous = "";
  for (const part of parts) {
    const key =
      part.kind !== "text" || part.look === "code"
        ? ""
        : `${part.look === "quote" ? "quote" : "text"} ${part.bullet === "none" ? part.indent : "list"}`;
    const group = groups.at(-1);
    if (group !== undefined && key !== "" && key === previous) group.push(part);
    else groups.push([part]);
    previous = key;
  }
  return groups;
}

function isText(part: Part): part is TextPart {
  return part.kind === "text";
}

interface PlacedTexts {
  readonly texts: readonly TextPart[];
  readonly first: TextPart;
  readonly y: number;
  readonly height: number;
}

function addTexts(
  slide: Module.default.Slide,
  { text }: SlideWriter,
  { texts, first, y, height }: PlacedTexts,
): void {
  const props = texts.flatMap((each) => partProps(text, each));
  if (first.look === "code") {
    slide.addText(props, {
      ...{ x: left + 0.1, y, w: width - 0.2, h: height - 0.1 },
      valign: "top",
      fill: { color: "F3F5F8" },
      fit: "shrink",
    });
    return;
  }
  const rtl = areRightToLeft(first.runs);
  const isQuote = first.look === "quote";
  const inset = (first.bullet === "none" ? first.indent * levelInches : 0) + (isQuote ? 0.15 : 0);
  slide.addText(props, {
    ...{ x: rtl ? left : left + inset, y, w: width - inset, h: height },
    valign: "top",
    fit: "shrink",
    color: "1F2328",
  });
  if (isQuote) {
    const x = rtl ? left + width - inset + 0.05 : left + inset - 0.05;
    slide.addShape("rect", { x, y: y + 0.05, w: 0.05, h: height - 0.15, fill: { color: "9DB8D3" } });
  }
}

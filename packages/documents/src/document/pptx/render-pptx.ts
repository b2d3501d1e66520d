import { HermesError } from "@hermes/registry";
import type { default as Module } from "pptxgenjs";
import { contentsTitle } from "../contents-title.ts";
import type { DocumentModel, Rendered, RenderOptions, Run } from "../document-model.ts";
import { officeFonts } from "../office-fonts.ts";
import { slidesOf } from "../slides-of.ts";
import { mendSlide } from "./mend-slide.ts";
import { paginate } from "./paginate.ts";
import { partsOf } from "./parts-of.ts";
import { addParts, addTitle } from "./pptx-slide.ts";
import type { Part } from "./slide-part.ts";
import type { SlideWriter } from "./slide-writer.ts";
import { rewriteZip } from "../rewrite-zip.ts";

const maxSlides = 500;

/** Slides of 13.33 × 7.5 inches. What does not fit goes on to a further slide with the same title and its number. */
export async function renderPptx(document: DocumentModel, options: RenderOptions): Promise<Rendered> {
  const { default: loaded } = await import("pptxgenjs");
  // The types say a module around the class; the file that Node imports gives the class itself.
  const Presentation = (typeof loaded === "function" ? loaded : loaded.default) as typeof Module.default;
  const file = new Presentation();
  const { author, date, lang, notes } = document;
  const fonts = officeFonts(document);
  const { pictures } = options;
  const writer: SlideWriter = { text: { lang, fonts }, notes, pictures };
  file.layout = "LAYOUT_WIDE";
  file.title = document.title ?? "";
  file.author = author ?? "";
  file.theme = { headFontFace: fonts.latin, bodyFontFace: fonts.latin };
  let slides = 0;
  const add = (): Module.default.Slide => {
    options.signal.throwIfAborted();
    slides += 1;
    if (slides > maxSlides)
      throw new HermesError(`The document has more than ${maxSlides} slides.`, {
        code: "DOCUMENT_TOO_LONG",
        hint: "Make several documents of it.",
      });
    const slide = file.addSlide();
    slide.slideNumber = { x: 12.4, y: 6.85, w: 0.6, h: 0.3, fontSize: 11, color: "6E6E6E", align: "right" };
    return slide;
  };
  const addAll = (title: readonly Run[] | undefined, parts: readonly Part[]): void => {
    for (const [index, page] of paginate(parts, notes).entries()) {
      const numbered = index === 0 ? title : title && [...title, { text: ` (${index + 1})` }];
      addParts(add(), writer, { title: numbered, page });
    }
  };
  if (document.title !== undefined) {
    const byline = [author, date].filter((each) => each !== undefined).join(" · ");
    addTitle(add(), writer, { title: [{ text: document.title }], byline, size: 40 });
  }
  const parted = slidesOf(document.blocks);
  if (document.toc) {
    const titles = parted.flatMap(({ title }) => (title === undefined ? [] : [title]));
    const parts = partsOf(titles.map((runs) => ({ kind: "paragraph", runs: runs.filter(isNoReference) })));
    if (titles.length > 0) addAll([{ text: contentsTitle(lang) }], parts);
  }
  for (const { title, level, blocks } of parted) {
    const rest = title === undefined ? blocks : blocks.slice(1);
    if (title !== undefined && level === 1 && rest.length === 0) addTitle(add(), writer, { title, size: 36 });
    else addAll(title, partsOf(rest, { pictures }));
  }
  if (slides === 0) add();
  const bytes = await file.write({ outputType: "uint8array" });
  if (!(bytes instanceof Uint8Array)) throw new TypeError("pptxgenjs gave no bytes.");
  const mended = rewriteZip(bytes, (name, text) =>
    /^ppt\/slides\/slide\d+\.xml$/.test(name) ? mendSlide(text) : text,
  );
  return { bytes: mended, slides, warnings: [] };
}

/** A footnote is told where its heading stands. */
function isNoReference({ note }: Run): boolean {
  return note === undefined;
}

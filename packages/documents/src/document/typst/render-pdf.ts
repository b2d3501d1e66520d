import { columnWidths } from "../column-widths.ts";
import { contentsTitle } from "../contents-title.ts";
import { diagramKey, pictureOf } from "../diagram-blocks.ts";
import type { Block, DocumentModel, Picture, Rendered, RenderOptions, Run } from "../document-model.ts";
import { letterParts } from "../letter-parts.ts";
import { slidesOf } from "../slides-of.ts";
import { firstText, isRightToLeft, isRightToLeftLanguage } from "../text-direction.ts";
import { compileTypst } from "./compile-typst.ts";
import { findFonts } from "./find-fonts.ts";
import { typstSource } from "./typst-source.ts";

/** Between the margins, in points: two thirds of the height are for a picture. */
const rooms = {
  report: { width: 453, height: 460 },
  letter: { width: 453, height: 460 },
  resume: { width: 481, height: 490 },
  slides: { width: 830, height: 330 },
} as const;

export async function renderPdf(document: DocumentModel, options: RenderOptions): Promise<Rendered> {
  const { template, pictures, signal, timeoutMs } = options;
  const text = JSON.stringify(document);
  const fonts = await findFonts(text, { lang: document.lang });
  const names = new Map(
    [...pictures].map(([source, { type }], index) => [source, `/picture-${index}.${type}`]),
  );
  const parts =
    template === "slides" ? slidesOf(document.blocks).map(({ blocks }) => blocks) : [document.blocks];
  const referred = new Set<number>();
  const [lang = "en", region] = document.lang.split("-");
  const data = {
    template,
    title: document.title ?? null,
    titleRtl: isRightToLeft(document.title ?? document.author ?? ""),
    author: document.author ?? "",
    byline: [document.author, document.date].filter((each) => each !== undefined).join(" · "),
    lang,
    region: region !== undefined && /^[a-z]{2}$/i.test(region) ? region : null,
    rtl: isRightToLeftLanguage(document.lang),
    toc: document.toc && document.blocks.some(({ kind }) => kind === "heading"),
    contents: contentsTitle(document.lang),
    letter: letterParts(document),
    notes: document.notes,
    fonts: ["Libertinus Serif", ...fonts.families],
    blocks: parts.flatMap((blocks) => pageOf(blocks, { ...options, names, referred })),
  };
  const files = [
    { path: "/document.json", bytes: new TextEncoder().encode(JSON.stringify(data)) },
    ...[...pictures].map(([source, { bytes }]) => ({ path: names.get(source) ?? "", bytes })),
  ];
  const { pdf, pages } = await compileTypst({
    source: typstSource,
    files,
    fonts: fonts.files,
    signal,
    timeoutMs,
  });
  return { bytes: pdf, pages, warnings: fonts.warnings };
}

interface DataOptions extends RenderOptions {
  /** Where Typst finds a picture. */
  readonly names: ReadonlyMap<string, string>;
  /** Footnotes that were referred to: each stands on a page once. */
  readonly referred: Set<number>;
}

/** The blocks of a slide, or of a whole document of another kind. */
function pageOf(blocks: readonly Block[], options: DataOptions): object[] {
  const drawn = blocks.map((block) => dataOf(block, options));
  if (options.template !== "slides") return drawn;
  const [first] = blocks;
  const isSection = blocks.length === 1 && first?.kind === "heading" && first.level === 1;
  return [{ kind: "page-break" }, ...(isSection ? [{ kind: "section", heading: drawn[0] }] : drawn)];
}

function dataOf(block: Block, options: DataOptions): object {
  const rtl = isRightToLeft(firstText(block));
  const inner = (blocks: readonly Block[]): object[] => blocks.map((each) => dataOf(each, options));
  const marked = (runs: readonly Run[]): object[] => runs.map((run) => markRepeated(run, options.referred));
  const picture = pictureOf(block, options.pictures);
  if (picture !== undefined) return pictureData(block, picture, options);
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return { ...block, rtl, runs: marked(block.runs) };
    case "list":
      return {
        ...block,
        rtl,
        items: block.items.map(({ checked, blocks }) => ({
          checked: checked ?? null,
          blocks: inner(blocks),
        })),
      };
    case "quote":
      return { ...block, rtl, blocks: inner(block.blocks) };
    case "table":
      return {
        kind: "table",
        rtl,
        align: block.header.map((_, index) => block.align[index] ?? null),
        header: block.header.map(marked),
        cells: block.rows.flat().map(marked),
        widths: columnWidths(block),
      };
    case "image":
      return { kind: "paragraph", rtl, runs: [{ text: block.alt, italic: true }] };
    default:
      return { ...block, rtl };
  }
}

function markRepeated(run: Run, referred: Set<number>): object {
  if (run.note === undefined) return run;
  const again = referred.has(run.note);
  referred.add(run.note);
  return { ...run, again };
}

function pictureData(block: Block, { width, height }: Picture, { names, template }: DataOptions): object {
  const room = rooms[template];
  // A pixel of 1/96 inch is three quarters of a point.
  const scale = Math.min(0.75, room.width / width, room.height / height);
  const alt = block.kind === "image" ? block.alt : "";
  const source = block.kind === "image" ? block.source : block.kind === "code" ? diagramKey(block) : "";
  return { kind: "image", alt, path: names.get(source), width: width * scale, height: height * scale };
}

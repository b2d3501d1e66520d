import type * as Docx from "docx";
import { pictureOf } from "../diagram-blocks.ts";
import type { Block, Picture, RenderOptions } from "../document-model.ts";
import { firstText, isRightToLeft } from "../text-direction.ts";
import { colors, docxLook } from "./docx-look.ts";
import type { DocxLook } from "./docx-look.ts";
import { codeFont, docxParagraph } from "./docx-runs.ts";
import type { DocxTools } from "./docx-runs.ts";
import { docxTable } from "./docx-table.ts";

export type DocxChild = Docx.Paragraph | Docx.Table | Docx.TableOfContents;

/** Where a block stands: within how many lists, how far from the side where text begins, and the bar of its quote. */
interface Place {
  readonly depth: number;
  readonly left: number;
  readonly border: Docx.IBordersOptions;
}

/** Writes blocks one below the other. Each ordered list counts for itself. */
export class DocxBlocks {
  /** Filled while blocks are written. */
  readonly numbering: { readonly reference: string; readonly levels: readonly Docx.ILevelsOptions[] }[] = [];
  readonly #tools: DocxTools;
  readonly #pictures: RenderOptions["pictures"];
  readonly #look: DocxLook;

  constructor(tools: DocxTools, { pictures, template }: RenderOptions) {
    this.#tools = tools;
    this.#pictures = pictures;
    this.#look = docxLook(template);
  }

  write(blocks: readonly Block[], place: Place = { depth: 0, left: 0, border: {} }): DocxChild[] {
    return blocks.flatMap((block) => this.#block(block, place));
  }

  #block(block: Block, place: Place): DocxChild[] {
    const { left, border } = place;
    const more = { ...(left > 0 && { indent: { left } }), border };
    const { BorderStyle, HeadingLevel, Paragraph } = this.#tools.docx;
    const picture = pictureOf(block, this.#pictures);
    if (picture !== undefined) return [this.#picture(picture, block.kind === "image" ? block.alt : "")];
    switch (block.kind) {
      case "heading": {
        const levels = [
          HeadingLevel.HEADING_1,
          HeadingLevel.HEADING_2,
          HeadingLevel.HEADING_3,
          HeadingLevel.HEADING_4,
          HeadingLevel.HEADING_5,
          HeadingLevel.HEADING_6,
        ] as const;
        const heading = levels[block.level - 1] ?? levels[5];
        return [docxParagraph(this.#tools, block.runs, { ...more, heading })];
      }
      case "paragraph":
        return [docxParagraph(this.#tools, block.runs, more)];
      case "list":
        return this.#list(block, place);
      case "table":
        return [
          docxTable(this.#tools, block, { room: this.#look.room - left, left }),
          new Paragraph({ spacing: { after: 60 }, children: [] }),
        ];
      case "code":
        return [this.#code(block.text, left)];
      case "quote": {
        // Borders are of the paper and not of the text: what is read from the right has its bar there.
        const side = isRightToLeft(firstText(block)) ? "right" : "left";
        const bar = { style: BorderStyle.SINGLE, size: 18, color: colors.bar, space: 10 };
        return this.write(block.blocks, { ...place, left: left + 360, border: { [side]: bar } });
      }
      case "image":
        return [docxParagraph(this.#tools, [{ text: block.alt, italic: true }], more)];
      case "rule":
        return [new Paragraph({ thematicBreak: true, children: [] })];
      case "page-break":
        return [
          new Paragraph({
            pageBreakBefore: true,
            spacing: { after: 0, line: 20, lineRule: "exact" },
            children: [],
          }),
        ];
    }
  }

  /** Code is read from the left in every language. */
  #code(text: string, left: number): Docx.Paragraph {
    const { AlignmentType, BorderStyle, Paragraph, TextRun } = this.#tools.docx;
    const font = codeFont(this.#tools.fonts);
    const size = this.#look.textSize - 4;
    const edge = { style: BorderStyle.SINGLE, size: 4, color: "DDE3EA", space: 4 };
    return new Paragraph({
      bidirectional: false,
      alignment: AlignmentType.LEFT,
      indent: { left: left + 100, right: 100 },
      shading: { fill: "F3F5F8" },
      border: { top: edge, bottom: edge, left: edge, right: edge },
      spacing: { line: 252, lineRule: "auto", before: 120, after: 200 },
      children: text
        .split("\n")
        .map((line, index) => new TextRun({ text: line, font, size, ...(index > 0 && { break: 1 }) })),
    });
  }

  #picture(picture: Picture, alt: string): Docx.Paragraph {
    const { AlignmentType, ImageRun, Paragraph, TextRun } = this.#tools.docx;
    const { page, margin, room } = this.#look;
    // A pixel of 1/96 inch has 15 twentieths of a point. Tall pictures are held to two thirds of a page.
    const scale = Math.min(
      1,
      room / 15 / picture.width,
      ((page.height - 2 * margin) * 0.67) / 15 / picture.height,
    );
    const image = new ImageRun({
      type: picture.type,
      data: picture.bytes,
      transformation: { width: picture.width * scale, height: picture.height * scale },
      altText: { name: "Picture", description: alt, title: "" },
    });
    const rightToLeft = isRightToLeft(alt);
    const caption = new TextRun({ text: alt, size: 18, color: colors.muted, break: 1, rightToLeft });
    return new Paragraph({
      alignment: AlignmentType.CENTER,
      keepLines: true,
      children: alt === "" ? [image] : [image, caption],
    });
  }

  #list({ ordered, start, items }: Extract<Block, { kind: "list" }>, place: Place): DocxChild[] {
    const { LevelFormat } = this.#tools.docx;
    const level = Math.min(place.depth, 8);
    const reference = `list-${this.numbering.length + 1}`;
    const left = place.left + 440;
    const indent = { left, hanging: 340 };
    // Word counts by the levels above as well, so that they have to be there.
    const levels = Array.from({ length: level + 1 }, (_, each) =>
      ordered
        ? { level: each, format: LevelFormat.DECIMAL, text: `%${each + 1}.`, start }
        : { level: each, format: LevelFormat.BULLET, text: each % 2 === 0 ? "•" : "–" },
    );
    this.numbering.push({ reference, levels });
    return items.flatMap(({ checked, blocks }, at) =>
      blocks.flatMap((block, index) => {
        if (index > 0 || block.kind !== "paragraph")
          return this.#block(block, { ...place, depth: place.depth + 1, left });
        const isLast = at === items.length - 1 && blocks.length === 1 && place.depth === 0;
        const more = { spacing: { after: isLast ? 140 : 60 }, indent, border: place.border };
        if (checked === undefined)
          return [docxParagraph(this.#tools, block.runs, { ...more, numbering: { reference, level } })];
        const runs = [{ text: checked ? "☑ " : "☐ " }, ...block.runs];
        return [docxParagraph(this.#tools, runs, more)];
      }),
    );
  }
}

import { pictureOf } from "../diagram-blocks.ts";
import { plainText } from "../document-model.ts";
import type { Block, Picture, RenderOptions, Run, TableBlock } from "../document-model.ts";
import { areRightToLeft, firstText, isRightToLeft } from "../text-direction.ts";
import { escapeHtml, runsHtml } from "./html-runs.ts";
import type { Referred } from "./html-runs.ts";

export interface HtmlHeading {
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

export interface Drawing {
  readonly pictures: RenderOptions["pictures"];
  /** Filled while blocks are drawn. */
  readonly headings: HtmlHeading[];
  readonly referred: Referred;
}

/** A block as HTML. Each says its direction by its first letter. */
export function blockHtml(block: Block, drawing: Drawing): string {
  const draw = (blocks: readonly Block[]): string =>
    blocks.map((each) => blockHtml(each, drawing)).join("\n");
  const { referred } = drawing;
  const shown = pictureOf(block, drawing.pictures);
  if (shown !== undefined) return pictureHtml(shown, block.kind === "image" ? block.alt : "");
  switch (block.kind) {
    case "heading": {
      const id = `h${drawing.headings.length + 1}`;
      drawing.headings.push({ id, level: block.level, text: plainText(block.runs) });
      return `<h${block.level} id="${id}" dir="auto">${runsHtml(block.runs, referred)}</h${block.level}>`;
    }
    case "paragraph":
      return `<p dir="auto">${runsHtml(block.runs, referred)}</p>`;
    case "list": {
      const tag = block.ordered ? "ol" : "ul";
      const start = block.ordered && block.start !== 1 ? ` start="${block.start}"` : "";
      const items = block.items.map(({ checked, blocks }) => {
        const mark = checked === undefined ? "" : checked ? "☑ " : "☐ ";
        // A short item needs no paragraph of its own.
        const inner = blocks
          .map((each, index) =>
            index === 0 && each.kind === "paragraph"
              ? runsHtml(each.runs, referred)
              : blockHtml(each, drawing),
          )
          .join("\n");
        return `<li${checked === undefined ? "" : ' class="task"'} dir="auto">${mark}${inner}</li>`;
      });
      return `<${tag}${start}${directionOf(block)}>${items.join("\n")}</${tag}>`;
    }
    case "table":
      return tableHtml(block, referred);
    case "code":
      return `<pre dir="ltr"><code>${escapeHtml(block.text)}</code></pre>`;
    case "quote":
      return `<blockquote${directionOf(block)}>${draw(block.blocks)}</blockquote>`;
    case "image":
      return `<p dir="auto"><em>${escapeHtml(block.alt)}</em></p>`;
    case "rule":
      return "<hr>";
    case "page-break":
      return '<div class="break"></div>';
  }
}

/** `dir="auto"` sees no text of elements that say their own. */
function directionOf(block: Block): string {
  const text = firstText(block);
  return /\p{L}/u.test(text) ? ` dir="${isRightToLeft(text) ? "rtl" : "ltr"}"` : "";
}

function pictureHtml({ type, bytes, width, height }: Picture, alt: string): string {
  const data = Buffer.from(bytes).toString("base64");
  const caption = alt === "" ? "" : `<figcaption dir="auto">${escapeHtml(alt)}</figcaption>`;
  const size = `width="${Math.round(width)}" height="${Math.round(height)}"`;
  return `<figure><img alt="${escapeHtml(alt)}" ${size} src="data:image/${type === "jpg" ? "jpeg" : "png"};base64,${data}">${caption}</figure>`;
}

function tableHtml({ align, header, rows }: TableBlock, referred: Referred): string {
  const cells = (tag: string, row: readonly (readonly Run[])[]): string =>
    row
      .map((runs, index) => {
        const side = align[index];
        return `<${tag}${side === undefined ? "" : ` style="text-align:${side}"`}><bdi>${runsHtml(runs, referred)}</bdi></${tag}>`;
      })
      .join("");
  const body = rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("\n");
  const dir = areRightToLeft(header.flat()) ? "rtl" : "ltr";
  return `<table dir="${dir}"><thead><tr>${cells("th", header)}</tr></thead>\n<tbody>${body}</tbody></table>`;
}

import type { Block, DocumentModel, Rendered, RenderOptions } from "../document-model.ts";
import { slidesOf } from "../slides-of.ts";
import type { Slide } from "../slides-of.ts";
import { isRightToLeftLanguage } from "../text-direction.ts";
import { documentCss } from "./document-css.ts";
import { blockHtml } from "./html-blocks.ts";
import type { Drawing } from "./html-blocks.ts";
import { contentsHtml, headerHtml, letterHeaderHtml, signatureHtml } from "./html-header.ts";
import { escapeHtml, runsHtml } from "./html-runs.ts";

/** One file that needs no other and runs no script: the policy in it allows its own styles and pictures alone. */
export function renderHtml(document: DocumentModel, { template, pictures }: RenderOptions): Rendered {
  const drawing: Drawing = { pictures, headings: [], referred: new Set() };
  const draw = (blocks: readonly Block[]): string =>
    blocks.map((block) => blockHtml(block, drawing)).join("\n");
  const isLetter = template === "letter";
  const slides = template === "slides" ? slidesOf(document.blocks) : undefined;
  const body =
    slides === undefined
      ? draw(document.blocks)
      : slides.map((slide) => `<section${classOf(slide)}>${draw(slide.blocks)}</section>`).join("\n");
  const title = document.title ?? drawing.headings[0]?.text ?? "Document";
  const dir = isRightToLeftLanguage(document.lang) ? "rtl" : "ltr";
  const html = `<!doctype html>
<html lang="${escapeHtml(document.lang)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
${document.author === undefined ? "" : `<meta name="author" content="${escapeHtml(document.author)}">\n`}<title>${escapeHtml(title)}</title>
<style>${documentCss(template)}</style>
</head>
<body>
${isLetter ? letterHeaderHtml(document) : headerHtml(document)}${document.toc && !isLetter ? contentsHtml(drawing.headings, document.lang) : ""}<main>
${body}
</main>
${isLetter ? signatureHtml(document) : ""}${notesHtml(document, drawing)}</body>
</html>
`;
  return { bytes: new TextEncoder().encode(html), slides: slides?.length, warnings: [] };
}

function classOf({ title, level, blocks }: Slide): string {
  return title !== undefined && level === 1 && blocks.length === 1 ? ' class="part"' : "";
}

function notesHtml({ notes }: DocumentModel, drawing: Drawing): string {
  if (notes.length === 0) return "";
  const lines = notes.map((runs, index) => {
    const number = index + 1;
    const back = drawing.referred.has(number) ? ` <a href="#ref${number}">↩</a>` : "";
    return `<li id="note${number}" dir="auto">${runsHtml(runs, drawing.referred)}${back}</li>`;
  });
  return `<footer><ol>${lines.join("\n")}</ol></footer>\n`;
}

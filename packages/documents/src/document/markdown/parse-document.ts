import { HermesError } from "@hermes/registry";
import type { Token, Tokens } from "marked";
import { blocksWithin } from "../blocks-within.ts";
import type { Block, DocumentModel, Run, TableBlock } from "../document-model.ts";
import { lexMarkdown } from "./footnotes.ts";
import type { Footnotes } from "./footnotes.ts";
import { parseFrontMatter } from "./parse-front-matter.ts";
import { runsOf } from "./parse-inline.ts";
import { withoutControls } from "./without-controls.ts";

/** Deeper lists and quotes are shown at this depth: Word and PowerPoint know nine levels. */
const maxDepth = 8;
/** Nested more deeply, a text is not one that a person wrote. */
const maxNesting = 200;
/** Those who set tables hold all of one in memory. */
const maxCells = 20_000;

/** Parses Markdown (GFM) with optional front matter. `\pagebreak` or `<!-- pagebreak -->` alone on a line begins a new page. */
export function parseDocument(content: string): DocumentModel {
  if (content.split("\n").some(isTooDeep))
    throw new HermesError("The document is nested too deeply.", {
      code: "DOCUMENT_TOO_DEEP",
      hint: `Lists and quotes nest at most ${maxNesting} levels.`,
    });
  const { facts, body } = parseFrontMatter(withoutControls(content).replace(/^\uFEFF/, ""));
  const { tokens, footnotes } = lexMarkdown(body);
  const blocks = blocksOf(tokens, 0, footnotes);
  const cells = blocksWithin(blocks).reduce((sum, block) => sum + cellsOf(block), 0);
  if (cells > maxCells)
    throw new HermesError(`The tables of the document have ${cells} cells; at most ${maxCells} are set.`, {
      code: "DOCUMENT_TOO_LONG",
      hint: "Leave rows out, or write the table as a .csv file with write_file.",
    });
  return { ...facts, blocks, notes: footnotes.referred.map((says) => runsOf(says, undefined)) };
}

function cellsOf(block: Block): number {
  return block.kind === "table" ? block.header.length * (block.rows.length + 1) : 0;
}

function isTooDeep(line: string): boolean {
  const marks = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/.exec(line)?.[0] ?? "";
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  return marks.replaceAll(/[\s\d]/g, "").length + indent / 2 > maxNesting && marks !== "";
}

function blocksOf(tokens: readonly Token[], depth: number, footnotes: Footnotes): Block[] {
  return tokens.flatMap((token) => blockOf(token, depth, footnotes));
}

function blockOf(token: Token, depth: number, footnotes: Footnotes): Block[] {
  // The types of marked include one open kind, so that a token is not narrowed by its type.
  switch (token.type) {
    case "heading": {
      const { depth: level, tokens } = token as Tokens.Heading;
      return [{ kind: "heading", level, runs: runsOf(tokens, footnotes) }];
    }
    case "paragraph":
    case "text": {
      if (token.raw.trim() === "\\pagebreak") return [{ kind: "page-break" }];
      return paragraphsOf((token as Tokens.Paragraph).tokens ?? [token], footnotes);
    }
    case "list": {
      const { ordered, start, items } = token as Tokens.List;
      if (depth >= maxDepth) return items.flatMap((item) => blocksOf(item.tokens, depth, footnotes));
      return [
        {
          kind: "list",
          ordered,
          start: start === "" ? 1 : Math.min(start, 32_000),
          items: items.map((item) => ({
            checked: item.task ? item.checked === true : undefined,
            blocks: blocksOf(
              item.tokens.filter(({ type }) => type !== "checkbox"),
              depth + 1,
              footnotes,
            ),
          })),
        },
      ];
    }
    case "table":
      return [tableOf(token as Tokens.Table, footnotes)];
    case "code": {
      const { lang, text } = token as Tokens.Code;
      return [{ kind: "code", language: lang?.split(/\s/)[0]?.toLowerCase() ?? "", text }];
    }
    case "blockquote": {
      const blocks = blocksOf((token as Tokens.Blockquote).tokens, Math.min(depth + 1, maxDepth), footnotes);
      return depth >= maxDepth ? blocks : [{ kind: "quote", blocks }];
    }
    case "hr":
      return [{ kind: "rule" }];
    case "html":
      return htmlBlock(token.raw);
    default:
      return [];
  }
}

function tableOf({ align, header, rows }: Tokens.Table, footnotes: Footnotes): TableBlock {
  return {
    kind: "table",
    align: align.map((side) => side ?? undefined),
    header: header.map(({ tokens }) => runsOf(tokens, footnotes)),
    rows: rows.map((row) => row.map(({ tokens }) => runsOf(tokens, footnotes))),
  };
}

/** HTML is shown as it is written; only comments say nothing. */
function htmlBlock(raw: string): Block[] {
  if (/^\s*<!--\s*pagebreak\s*-->\s*$/i.test(raw)) return [{ kind: "page-break" }];
  const text = raw.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, "").trim();
  return text === "" ? [] : [{ kind: "paragraph", runs: [{ text }] }];
}

/** A picture stands alone: what is before and after it are paragraphs of their own. */
function paragraphsOf(tokens: readonly Token[], footnotes: Footnotes): Block[] {
  const blocks: Block[] = [];
  let runs: Run[] = [];
  const close = (): void => {
    if (runs.some(({ text }) => text.trim() !== "")) blocks.push({ kind: "paragraph", runs });
    runs = [];
  };
  for (const token of tokens) {
    if (token.type === "image") {
      close();
      const { href, text } = token as Tokens.Image;
      blocks.push({ kind: "image", source: href, alt: withoutControls(text) });
    } else runs.push(...runsOf([token], footnotes));
  }
  close();
  return blocks;
}

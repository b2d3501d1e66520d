import { diagramKey } from "../diagram-blocks.ts";
import { plainText } from "../document-model.ts";
import type { Block, Picture, Run, TableBlock } from "../document-model.ts";
import { lineCount, pictureInches, roomInches } from "./slide-part.ts";
import type { Part, TextPart } from "./slide-part.ts";

const lineInches = 0.36;
const codeLineInches = 0.25;
/** Latin characters of one line at 18 points over 11.7 inches. */
const lineChars = 95;
const maxPartChars = 900;

interface PartOptions {
  readonly indent?: number;
  readonly look?: "body" | "quote";
  /** Code that was drawn is shown as a picture. */
  readonly pictures?: ReadonlyMap<string, Picture>;
}

/** Blocks as parts that fit on slides: what is taller than one is cut into several. */
export function partsOf(blocks: readonly Block[], options: PartOptions = {}): Part[] {
  const { indent = 0, look = "body", pictures } = options;
  return blocks.flatMap((block): Part[] => {
    switch (block.kind) {
      case "heading":
        return textParts(block.runs, { indent, bullet: "none", look: "heading" });
      case "paragraph":
        return textParts(block.runs, { indent, bullet: "none", look });
      case "list":
        return block.items.flatMap(({ checked, blocks: inner }, index) => {
          const [first, ...rest] = inner;
          const mark = checked === undefined ? [] : [{ text: checked ? "☑ " : "☐ " }];
          const bullet = checked === undefined ? (block.ordered ? block.start + index : "dot") : "none";
          return [
            ...(first?.kind === "paragraph"
              ? textParts([...mark, ...first.runs], { indent, bullet, look })
              : first === undefined
                ? []
                : partsOf([first], { ...options, indent: indent + 1 })),
            ...partsOf(rest, { ...options, indent: indent + 1 }),
          ];
        });
      case "quote":
        return partsOf(block.blocks, { ...options, look: "quote" });
      case "code": {
        const source = diagramKey(block);
        if (pictures?.has(source) === true) return [imagePart(source, "", pictures)];
        return chunks(
          block.text.split("\n").flatMap((line) => cutLine(line, 110)),
          18,
        ).map((lines) => ({
          kind: "text",
          runs: [{ text: lines.join("\n"), code: true }],
          indent,
          bullet: "none",
          look: "code",
          height: lines.length * codeLineInches + 0.25,
        }));
      }
      case "table":
        return tableParts(block);
      case "image":
        return [imagePart(block.source, block.alt, pictures)];
      default:
        return [];
    }
  });
}

function imagePart(source: string, alt: string, pictures: PartOptions["pictures"]): Part {
  const picture = pictures?.get(source);
  const { h, caption } = picture === undefined ? { h: 0.4, caption: 0 } : pictureInches(picture, alt);
  return { kind: "image", source, alt, height: h + caption + 0.2 };
}

function textParts(runs: readonly Run[], more: Omit<TextPart, "kind" | "runs" | "height">): Part[] {
  return cutRuns(runs).map((piece, index) => ({
    kind: "text",
    ...more,
    bullet: index === 0 ? more.bullet : "none",
    runs: piece,
    height: lineCount(plainText(piece), lineChars - more.indent * 5) * lineInches + 0.12,
  }));
}

function cutRuns(runs: readonly Run[]): readonly (readonly Run[])[] {
  const pieces: Run[][] = [[]];
  let used = 0;
  for (const run of runs)
    for (const word of cutLine(run.text, maxPartChars)) {
      if (used + word.length > maxPartChars && used > 0) {
        pieces.push([]);
        used = 0;
      }
      pieces.at(-1)?.push({ ...run, text: word });
      used += word.length;
    }
  return pieces;
}

/** Cuts at a space where there is one. */
function cutLine(text: string, chars: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > chars) {
    const space = rest.lastIndexOf(" ", chars);
    let at = space > chars / 2 ? space + 1 : chars;
    // Not through the middle of a character of two units.
    if (/[\uD800-\uDBFF]/.test(rest[at - 1] ?? "")) at -= 1;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...pieces, rest];
}

function tableParts(table: TableBlock): Part[] {
  const columnChars = Math.max(6, Math.floor(lineChars / Math.max(1, table.header.length)));
  const heightOf = (row: readonly (readonly Run[])[]): number =>
    Math.max(1, ...row.map((cell) => lineCount(plainText(cell), columnChars))) * 0.29 + 0.14;
  const headerHeight = heightOf(table.header);
  const groups: { rows: TableBlock["rows"][number][]; height: number }[] = [
    { rows: [], height: headerHeight },
  ];
  for (const row of table.rows) {
    const height = heightOf(row);
    let group = groups.at(-1);
    if (group === undefined || (group.rows.length > 0 && group.height + height > roomInches)) {
      group = { rows: [], height: headerHeight };
      groups.push(group);
    }
    group.rows.push(row);
    group.height += height;
  }
  return groups.map(({ rows, height }) => ({
    kind: "table",
    table: { ...table, rows },
    height: height + 0.2,
  }));
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

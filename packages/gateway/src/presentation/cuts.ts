import type { MarkedToken } from "marked";
import { type Fence, findFences } from "./fences.ts";
import { lex } from "./lexer.ts";

/** How good a place is to end a message at. */
export type CutRank = "word" | "sentence" | "line" | "block";

export interface Cut {
  readonly at: number;
  readonly rank: CutRank;
}

/** A part of the text that needs something around each of its pieces. */
export interface Wrap {
  readonly from: number;
  readonly to: number;
  /** A line that begins the next piece, and one that ends the piece before. */
  readonly open: string;
  readonly close: string;
}

export interface CutPlan {
  /** In order; the end of the text is the last one. */
  readonly cuts: readonly Cut[];
  readonly wraps: readonly Wrap[];
  /** Where lists are: what is cut from one loses the indentation it has in common. */
  readonly lists: readonly { readonly from: number; readonly to: number }[];
  /** Paragraphs and the like, one after another, each with the blank lines behind it. */
  readonly blocks: readonly PlannedBlock[];
}

export interface PlannedBlock {
  readonly from: number;
  readonly to: number;
  readonly isProse: boolean;
  readonly isHeading: boolean;
}

/**
 * Where Markdown can be cut without harm: never within what `fits` a message as a whole and makes sense only so (fences, tables),
 * nor within links, code, marked words and the markers of lists.
 */
export function planCuts(markdown: string, fits: (text: string) => boolean): CutPlan {
  const cuts: Cut[] = [];
  const wraps: Wrap[] = [];
  const lists: { from: number; to: number }[] = [];
  const blocks: PlannedBlock[] = [];
  let at = 0;
  for (const token of lex(markdown)) {
    const { raw } = token;
    const block = { raw, from: at, to: at + raw.length };
    at = block.to;
    addBlock(blocks, token, block);
    if (token.type === "code" || token.type === "table") {
      if (!fits(raw.trimEnd())) {
        const table = token.type === "table" ? tableWrap(block, fits) : undefined;
        wraps.push(...(table === undefined ? [] : [table]));
        const fences = token.type === "code" ? fencesOf(block) : [];
        wraps.push(...fences);
        cuts.push(...lineCuts(block, [...fences, ...(table === undefined ? [] : [table])]));
      }
    } else if (token.type === "list" || token.type === "blockquote") {
      if (token.type === "list") lists.push(block);
      const fences = fencesOf(block);
      wraps.push(...fences.filter((fence) => !fits(markdown.slice(fence.from, fence.to))));
      cuts.push(...textCuts(block, fences, (fence) => fits(markdown.slice(fence.from, fence.to))));
    } else if (token.type !== "space") cuts.push(...textCuts(block, [], () => false));
    // A heading belongs to what comes below it.
    cuts.push({ at, rank: token.type === "heading" ? "word" : "block" });
  }
  if (cuts.at(-1)?.at !== markdown.length) cuts.push({ at: markdown.length, rank: "block" });
  return {
    cuts: cuts.filter((cut, index) => cut.at > (cuts[index - 1]?.at ?? 0)),
    // Deep in lists and quotes, what opens and closes could leave no room for anything else.
    wraps: wraps.filter(({ open, close }) => fits((open + close).repeat(2))),
    ...{ lists, blocks },
  };
}

function addBlock(blocks: PlannedBlock[], { type }: MarkedToken, { from, to }: Block): void {
  const before = type === "space" ? blocks.pop() : undefined;
  const isProse = before?.isProse ?? (type === "paragraph" || type === "list");
  blocks.push({
    from: before?.from ?? from,
    to,
    isProse,
    isHeading: before?.isHeading ?? type === "heading",
  });
}

interface Block {
  readonly raw: string;
  readonly from: number;
  readonly to: number;
}

interface FenceWrap extends Wrap, Pick<Fence, "bodyFrom" | "bodyTo"> {}

function fencesOf({ raw, from }: Block): readonly FenceWrap[] {
  return findFences(raw).map((fence) => ({
    from: from + fence.from,
    to: from + fence.to,
    bodyFrom: from + fence.bodyFrom,
    bodyTo: from + fence.bodyTo,
    open: `${fence.open}\n`,
    close: `\n${fence.close}`,
  }));
}

/** Pieces of a table repeat its head, unless that would fill them. */
function tableWrap({ raw, from, to }: Block, fits: (text: string) => boolean): FenceWrap | undefined {
  const head = /^[^\n]*\n[^\n]*\n/.exec(raw)?.[0];
  if (head === undefined || !fits(head.repeat(4))) return undefined;
  return { from, to, bodyFrom: from + head.length, bodyTo: to, open: head, close: "" };
}

/** Between lines, but not next to what opens or closes. */
function lineCuts({ raw, from }: Block, wraps: readonly FenceWrap[]): Cut[] {
  const ends = [...raw.matchAll(/\n(?=[^\n])/g)].map(({ index }) => from + index + 1);
  return ends
    .filter((at) =>
      wraps.every(
        ({ from: start, to, bodyFrom, bodyTo }) => at <= start || at >= to || (at > bodyFrom && at < bodyTo),
      ),
    )
    .map((at) => ({ at, rank: "line" }));
}

const glued: readonly RegExp[] = [
  // Markers of lists, tasks, quotes and headings, with the first sign behind them.
  /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|#{1,6}[ \t]+|>[ \t]*).?/gm,
  // Links and images, also one in the other.
  /!?\[(?:[^[\]\\]|\\.|!?\[[^[\]]*\](?:\([^()\s]*\))?)*\]\((?:[^()\s\\]|\\.|\([^()\s]*\))*(?:[ \t]+"[^"\n]*")?\)/g,
  /<?\bhttps?:\/\/[^\s<>]+>?/g,
  /(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g,
  /(\*\*|__|~~)(?=\S)[^*_~\n]+\1/g,
  /([*_])(?=\S)[^*_\n]+\1/g,
];

/** Between lines, sentences and words; whole fences where they fit a message. */
function textCuts({ raw, from }: Block, fences: readonly FenceWrap[], fits: (fence: Wrap) => boolean): Cut[] {
  const closed: { readonly from: number; readonly to: number }[] = glued.flatMap((pattern) =>
    [...raw.matchAll(pattern)].map((match) => ({
      from: from + match.index,
      to: from + match.index + match[0].length,
    })),
  );
  closed.push(...fences.filter(fits));
  closed.sort((one, other) => one.from - other.from);
  const open = fences.filter((fence) => !fits(fence));
  const found: Cut[] = [];
  for (const match of raw.matchAll(/\n+(?=[^\n])|[ \t]+(?=\S)/g)) {
    const at = from + match.index + match[0].length;
    const isLine = match[0].startsWith("\n");
    const within = open.find((fence) => at > fence.from && at < fence.to);
    if (within !== undefined ? !isLine || at <= within.bodyFrom || at >= within.bodyTo : false) continue;
    if (isLine) {
      // The indentation of a line goes with it.
      found.push({ at, rank: "line" });
    } else if (
      !startsBlock.test(raw.slice(at - from, at - from + 12)) &&
      !/\n[ \t]*$/.test(raw.slice(Math.max(0, match.index - 1), at - from))
    ) {
      found.push({
        at,
        rank: /[.!?…。！？]["'”’)\]]*$/.test(raw.slice(Math.max(0, match.index - 4), match.index))
          ? "sentence"
          : "word",
      });
    }
  }
  return outside(found, closed);
}

/** At the beginning of a message it would mean something that it does not mean within a line. */
const startsBlock = /^(?:[-+*=>#|<~`_]|\d{1,9}[.)])/;

/** The cuts that lie within none of the ranges; both in order. */
function outside(
  cuts: readonly Cut[],
  ranges: readonly { readonly from: number; readonly to: number }[],
): Cut[] {
  let next = 0;
  let reach = 0;
  return cuts.filter(({ at }) => {
    for (let range = ranges[next]; range !== undefined && range.from < at; range = ranges[++next])
      reach = Math.max(reach, range.to);
    return at >= reach;
  });
}

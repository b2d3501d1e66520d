import type { Block, Run } from "./document-model.ts";

export interface Slide {
  readonly title: readonly Run[] | undefined;
  readonly level: number;
  readonly blocks: readonly Block[];
}

/** A rule, a page break and a heading of the first two levels begin a slide. `blocks` include the heading. */
export function slidesOf(blocks: readonly Block[]): readonly Slide[] {
  const slides: Block[][] = [[]];
  for (const block of blocks) {
    const isBreak = block.kind === "rule" || block.kind === "page-break";
    if (isBreak || (block.kind === "heading" && block.level <= 2)) slides.push([]);
    if (!isBreak) slides.at(-1)?.push(block);
  }
  return slides
    .filter((slide) => slide.length > 0)
    .map((slide) => {
      const first = slide[0];
      return first?.kind === "heading" && first.level <= 2
        ? { title: first.runs, level: first.level, blocks: slide }
        : { title: undefined, level: 2, blocks: slide };
    });
}

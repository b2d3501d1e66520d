import type { Block } from "./document-model.ts";

/** All blocks, and those within quotes and lists, in their order. */
export function blocksWithin(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block) => {
    if (block.kind === "quote") return [block, ...blocksWithin(block.blocks)];
    if (block.kind !== "list") return [block];
    return [block, ...block.items.flatMap((item) => blocksWithin(item.blocks))];
  });
}

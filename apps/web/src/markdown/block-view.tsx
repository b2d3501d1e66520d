import type { Links } from "marked";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Block } from "./blocks.ts";
import { readBlock } from "./blocks.ts";
import { TokenList } from "./token-list.tsx";

export interface BlockViewProps {
  readonly block: Block;
  readonly links: Links;
  /** Whether more of it comes. */
  readonly isStreaming: boolean;
}

/** Is read and drawn anew only when its text is another one. */
export function BlockView({ block, links, isStreaming }: BlockViewProps): JSX.Element {
  return useMemo(
    () => <TokenList tokens={readBlock(block, links)} isStreaming={isStreaming} />,
    [block.raw, links, isStreaming],
  );
}

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { BlockReader } from "./blocks.ts";
import { BlockView } from "./block-view.tsx";

export interface MarkdownProps {
  /** Untrusted: what the model says, or repeats of what it has read. */
  readonly text: string;
  /** Whether more of it comes: what is not closed yet is drawn as if it were. @default false */
  readonly isStreaming?: boolean | undefined;
}

/** A text in Markdown. HTML in it is shown as text, and nothing is fetched for it. */
export function Markdown({ text, isStreaming = false }: MarkdownProps): JSX.Element {
  const reader = useRef<BlockReader>(null);
  reader.current ??= new BlockReader();
  const { blocks, links } = reader.current.read(text);
  return (
    <div class="markdown">
      {blocks.map((block, index) => (
        <BlockView
          key={index}
          block={block}
          links={links}
          isStreaming={isStreaming && index === blocks.length - 1}
        />
      ))}
    </div>
  );
}

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { Markdown } from "../markdown/markdown.tsx";
import { strings } from "../strings/strings.ts";
import type { WordsPart } from "./entry.ts";

/** Whether the person likes to read along. */
const isLiked = signal(false);

/** What the model thought: folded, and open while it streams for those who have opened one. */
export function ReasoningView({ part: { text, isStreaming } }: { readonly part: WordsPart }): JSX.Element {
  const isOpen = isStreaming && isLiked.value;
  return (
    <details
      class="fold reasoning"
      open={isOpen || undefined}
      onToggle={({ currentTarget }) => {
        if (isStreaming) isLiked.value = currentTarget.open;
      }}
    >
      <summary>{isStreaming ? strings.chat.reasoningNow : strings.chat.reasoning}</summary>
      {(isOpen || !isStreaming) && (
        <div class="fold-body">
          <Markdown text={text} isStreaming={isStreaming} />
        </div>
      )}
    </details>
  );
}

import type { JSX } from "preact";
import { Markdown } from "../markdown/markdown.tsx";
import { strings } from "../strings/strings.ts";
import { blocksOf } from "./call-shape.ts";
import { CallGroup } from "./call-group.tsx";
import type { AnswerEntry } from "./entry.ts";
import { MessageActions } from "./message-actions.tsx";
import { ReasoningView } from "./reasoning-view.tsx";

export interface AnswerViewProps {
  readonly entry: AnswerEntry;
  readonly isLast: boolean;
}

/** What the model said and did. */
export function AnswerView({ entry, isLast }: AnswerViewProps): JSX.Element {
  const blocks = blocksOf(entry.parts);
  const text = entry.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return (
    <>
      {blocks.map((block, index) => {
        if (block.kind === "calls") return <CallGroup key={`calls ${index}`} parts={block.parts} />;
        const { part } = block;
        return part.type === "reasoning" ? (
          <ReasoningView key={part.key} part={part} />
        ) : (
          <Markdown key={part.key} text={part.text} isStreaming={part.isStreaming} />
        );
      })}
      {entry.isCut && <p class="small-note warning">{strings.chat.cutOff}</p>}
      {!entry.isStreaming && <MessageActions entry={entry} text={text} isLast={isLast} />}
    </>
  );
}

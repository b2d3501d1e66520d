import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { canvasKindOf, openInCanvas } from "../canvas/canvas-state.ts";
import { titleOf } from "../canvas/title-of.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { highlight, loadHighlight } from "./highlight.ts";

export interface CodeBlockProps {
  readonly text: string;
  /** As it stands after the fence; empty: none is known. */
  readonly language: string;
}

/** Code with its colours, once what finds them is there. */
export function CodeBlock({ text, language }: CodeBlockProps): JSX.Element {
  const kind = canvasKindOf(language);
  const label = language === "" ? strings.canvas.code : language;
  return (
    <div class="code-block">
      <div class="code-head">
        <span class="code-language">{label}</span>
        <CopyButton text={text} />
        {kind !== undefined && (
          <Button
            icon="canvas"
            label={strings.canvas.openInCanvas}
            onClick={() => openInCanvas({ title: titleOf(kind, text) ?? label, kind, text })}
          />
        )}
      </div>
      <Code text={text} language={language} />
    </div>
  );
}

/** Code that is scrolled by itself where it is too wide. */
export function Code({ text, language }: CodeBlockProps): JSX.Element {
  useEffect(loadHighlight, []);
  const find = highlight.value;
  const spans = useMemo(() => find?.(text, language), [find, text, language]);
  return (
    <pre
      dir="ltr"
      tabIndex={0}
      role="group"
      aria-label={language === "" ? strings.canvas.code : strings.canvas.codeOf(language)}
    >
      <code>
        {spans === undefined
          ? text
          : spans.map((span, index) => (
              <span key={index} class={span.mark === undefined ? undefined : `code-${span.mark}`}>
                {span.text}
              </span>
            ))}
      </code>
    </pre>
  );
}

import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { strings } from "../strings/strings.ts";

/** Beyond it a browser takes long to lay it out, and nobody reads it. */
const maxChars = 50_000;

export interface LongTextProps {
  readonly label: string;
  readonly text: string;
  readonly isBad?: boolean | undefined;
}

/** A text as it is, which scrolls within itself. */
export function LongText({ label, text, isBad = false }: LongTextProps): JSX.Element {
  const id = useId();
  return (
    <div class="long-text">
      <span class="long-text-label" id={id}>
        {label}
      </span>
      <pre class={isBad ? "bad" : undefined} tabIndex={0} role="group" aria-labelledby={id}>
        {text.slice(0, maxChars)}
        {text.length > maxChars && strings.chat.clipped(text.length - maxChars)}
      </pre>
    </div>
  );
}

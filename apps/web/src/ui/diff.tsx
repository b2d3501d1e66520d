import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";

const maxLines = 400;

function kindOf(line: string): string {
  if (/^(?:\+\+\+|---|diff |index )/.test(line)) return "file";
  if (line.startsWith("@@")) return "hunk";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : "same";
}

/** A unified diff. */
export function Diff({ text }: { readonly text: string }): JSX.Element {
  const lines = text.replace(/\n$/, "").split("\n");
  return (
    <pre class="diff" tabIndex={0} aria-label={strings.shell.diff}>
      {lines.slice(0, maxLines).map((line, index) => (
        <span key={index} class={`diff-line ${kindOf(line)}`}>
          {line}
          {"\n"}
        </span>
      ))}
      {lines.length > maxLines && (
        <span class="diff-line hunk">{strings.shell.moreLines(lines.length - maxLines)}</span>
      )}
    </pre>
  );
}

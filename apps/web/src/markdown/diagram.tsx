import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { openInCanvas } from "../canvas/canvas-state.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { Code } from "./code-block.tsx";
import { CopyButton } from "./copy-button.tsx";
import { draw } from "./draw.ts";
import type { Drawing } from "./draw.ts";
import { isDark } from "./is-dark.ts";

export interface DiagramProps {
  /** In Mermaid's language. */
  readonly source: string;
  /** Whether more of it comes: it isn't drawn yet. */
  readonly isOpen: boolean;
}

type State =
  | { readonly name: "drawing" }
  | { readonly name: "drawn"; readonly drawing: Drawing }
  | { readonly name: "failed"; readonly reason: string };

export function Diagram({ source, isOpen }: DiagramProps): JSX.Element {
  const [state, setState] = useState<State>({ name: "drawing" });
  const [isSource, setSource] = useState(false);
  const dark = isDark.value;
  useEffect(() => {
    if (isOpen) return undefined;
    let isGone = false;
    const show = (next: State): void => {
      if (!isGone) setState(next);
    };
    draw(source, dark).then(
      (drawing) => show({ name: "drawn", drawing }),
      (error: unknown) => show({ name: "failed", reason: error instanceof Error ? error.message : "" }),
    );
    return () => {
      isGone = true;
    };
  }, [source, isOpen, dark]);
  const drawing = state.name === "drawn" && !isOpen ? state.drawing : undefined;
  return (
    <div class="code-block diagram">
      <div class="code-head">
        <span class="code-language">{strings.canvas.diagram}</span>
        {drawing !== undefined && (
          <Button isPressed={isSource} onClick={() => setSource(!isSource)}>
            {strings.canvas.showSource}
          </Button>
        )}
        <CopyButton text={source} />
        {drawing !== undefined && (
          <Button
            icon="canvas"
            label={strings.canvas.openInCanvas}
            onClick={() => openInCanvas({ title: drawing.title, kind: "svg", text: drawing.svg })}
          />
        )}
      </div>
      {state.name === "failed" && !isOpen && (
        <p class="note error" role="status">
          {strings.canvas.diagramFailed(state.reason)}
        </p>
      )}
      {state.name === "drawing" && (
        <p class="note">{isOpen ? strings.canvas.diagramWaits : strings.canvas.drawing}</p>
      )}
      {drawing === undefined || isSource ? (
        <Code text={source} language="mermaid" />
      ) : (
        <Picture drawing={drawing} />
      )}
    </div>
  );
}

function Picture({ drawing: { svg, title } }: { readonly drawing: Drawing }): JSX.Element {
  const label = strings.canvas.diagramOf(title);
  return (
    <div class="diagram-scroll" role="group" aria-label={label} tabIndex={0}>
      <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.toWellFormed())}`} alt={label} />
    </div>
  );
}

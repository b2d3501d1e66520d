import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Code } from "../markdown/code-block.tsx";
import { CopyButton } from "../markdown/copy-button.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { strings } from "../strings/strings.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CanvasFrame } from "./canvas-frame.tsx";
import { CanvasOffer } from "./canvas-offer.tsx";
import { canvas, closeCanvas } from "./canvas-state.ts";
import type { CanvasDocument } from "./canvas-state.ts";
import { download } from "./download.ts";
import { offered } from "./offered.ts";
import "./canvas.css";

/** The document that is shown beside the chat, if there is one. */
export function CanvasPanel(): JSX.Element | null {
  const { value } = canvas;
  return value === undefined ? null : <Panel document={value} />;
}

function Panel({ document: shown }: { readonly document: CanvasDocument }): JSX.Element {
  const [isSource, setSource] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const title = shown.title === "" ? strings.canvas.untitled : shown.title;
  useEffect(() => {
    setSource(false);
    // Whoever has asked for it goes on there, and comes back where they were.
    const before = document.activeElement;
    // What the agent opens takes nobody from where they type.
    if (shown.page === undefined) panel.current?.focus();
    return () => {
      offered.value = undefined;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [shown]);
  return (
    <aside
      ref={panel}
      class="canvas"
      tabIndex={-1}
      aria-label={strings.canvas.title}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        closeCanvas();
      }}
    >
      <header class="canvas-head">
        <div class="canvas-name">
          <h2>{title}</h2>
          <Badge>{strings.canvas.kinds[shown.kind]}</Badge>
        </div>
        {shown.kind !== "text" && (
          <div class="canvas-views" role="group" aria-label={strings.canvas.view}>
            <Button isPressed={!isSource} onClick={() => setSource(false)}>
              {strings.canvas.preview}
            </Button>
            <Button isPressed={isSource} onClick={() => setSource(true)}>
              {strings.canvas.source}
            </Button>
          </div>
        )}
        <div class="canvas-actions">
          <CopyButton text={shown.text} />
          <Button onClick={() => download(shown)}>{strings.canvas.download}</Button>
          <Button icon="close" label={strings.canvas.close} onClick={closeCanvas} />
        </div>
      </header>
      <Content shown={shown} title={title} isSource={isSource} />
      <CanvasOffer />
    </aside>
  );
}

interface ContentProps {
  readonly shown: CanvasDocument;
  readonly title: string;
  readonly isSource: boolean;
}

function Content({ shown, title, isSource }: ContentProps): JSX.Element {
  if (isSource || shown.kind === "text")
    return (
      <div class="canvas-body">
        <Code text={shown.text} language={shown.kind} />
      </div>
    );
  if (shown.kind === "markdown")
    return (
      <div class="canvas-body canvas-page" role="group" aria-label={title} tabIndex={0}>
        <Markdown text={shown.text} />
      </div>
    );
  return (
    <>
      <CanvasFrame document={shown} title={title} />
      <p class="canvas-note">{strings.canvas.isolated}</p>
    </>
  );
}

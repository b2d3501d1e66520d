import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { strings } from "../strings/strings.ts";
import type { CanvasDocument } from "./canvas-state.ts";

export interface CanvasFrameProps {
  /** Of HTML or SVG. Untrusted, and its scripts run. */
  readonly document: CanvasDocument;
  readonly title: string;
}

/**
 * Runs a document in a frame of another origin, without network. It is handed its text once, and nothing that it says is listened
 * to. Another document gets another frame.
 */
export function CanvasFrame({ document: shown, title }: CanvasFrameProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = "./frame/canvas.html";
    frame.title = strings.canvas.frame(title);
    // Once: were the frame led elsewhere, that place would get the text too.
    frame.addEventListener("load", () => frame.contentWindow?.postMessage(pageOf(shown), "*"), {
      once: true,
    });
    place.current?.replaceChildren(frame);
    return () => frame.remove();
  }, [shown, title]);
  return <div class="canvas-frame" ref={place} />;
}

function pageOf({ kind, text }: CanvasDocument): string {
  return kind === "svg"
    ? `<!doctype html><meta charset="utf-8"><style>html,body{margin:0;height:100%}body{display:grid;place-items:center}svg{max-width:100%;max-height:100%}</style>${text}`
    : text;
}

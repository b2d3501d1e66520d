import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { strings } from "../strings/strings.ts";
import { CanvasGate } from "./canvas-gate.ts";
import type { CanvasDocument } from "./canvas-state.ts";

export interface CanvasFrameProps {
  /** Of HTML or SVG. Untrusted, and its scripts run. */
  readonly document: CanvasDocument;
  readonly title: string;
}

/**
 * Runs a document in a frame of another origin, without network. It is handed its text once. What it says is listened to for pages of
 * the tool `canvas` alone, and handed on as the gate has it. Another document gets another frame.
 */
export function CanvasFrame({ document: shown, title }: CanvasFrameProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = "./frame/canvas.html";
    frame.title = strings.canvas.frame(title);
    const { page } = shown;
    const gate = page && new CanvasGate({ frame, send: page.send });
    const hand = (): void =>
      frame.contentWindow?.postMessage(pageOf(shown), "*", gate === undefined ? [] : [gate.port]);
    // Once: were the frame led elsewhere, that place would get the text too.
    frame.addEventListener("load", hand, { once: true });
    place.current?.replaceChildren(frame);
    return () => {
      gate?.close();
      frame.remove();
    };
  }, [shown, title]);
  return <div class="canvas-frame" ref={place} />;
}

function pageOf({ kind, text }: CanvasDocument): string {
  return kind === "svg"
    ? `<!doctype html><meta charset="utf-8"><style>html,body{margin:0;height:100%}body{display:grid;place-items:center}svg{max-width:100%;max-height:100%}</style>${text}`
    : text;
}

import { useEffect, useRef } from "preact/hooks";
import { canvas, closeCanvas, openInCanvas } from "../canvas/canvas-state.ts";
import type { CanvasDocument } from "../canvas/canvas-state.ts";
import { rights } from "../home/who.ts";
import { sayError } from "../ui/toast.tsx";
import { argumentsOf } from "./call-shape.ts";
import type { ChatSession } from "./chat-session.ts";
import type { CallPart, Entry } from "./entry.ts";

/** Shows what the agent's newest call of `canvas` has drawn, once that has its result; after a reload, too. */
export function useSessionCanvas(session: ChatSession): void {
  const last = lastCall(session.entries.value);
  const handled = useRef<string>(undefined);
  useEffect(() => {
    handled.current = undefined;
    return () => {
      // A page is of its session.
      if (canvas.peek()?.page !== undefined) closeCanvas();
    };
  }, [session]);
  useEffect(() => {
    if (last === undefined || handled.current === last.part.id) return;
    handled.current = last.part.id;
    const { action } = argumentsOf(last.part) ?? {};
    const drawn = drawnBy(session, last.part);
    if (action === "close" && canvas.peek()?.page?.id === last.id) closeCanvas();
    else if (drawn !== undefined) openInCanvas(drawn);
  }, [last?.part.id, session]);
}

/** What a call of `canvas` has drawn. @returns undefined where it drew nothing. */
export function drawnBy(session: ChatSession, part: CallPart): CanvasDocument | undefined {
  const drawn = drawnCall(part);
  const { action, title, content, format } = argumentsOf(part) ?? {};
  if (drawn === undefined || action === "close" || typeof content !== "string") return undefined;
  const { id, path } = drawn;
  const shown = canvas.peek();
  const before = shown?.page?.id === id ? shown.title : "";
  return {
    title: typeof title === "string" ? title : before,
    kind: kindOf(path, format),
    text: content,
    page: { id, send: (json) => send(session, id, json) },
  };
}

function send(session: ChatSession, id: string, json: string): void {
  if (rights.peek().has("speak")) session.sendFromCanvas(id, json).catch(sayError);
}

interface DrawnCall {
  readonly part: CallPart;
  readonly id: string;
  readonly path: string;
}

function lastCall(entries: readonly Entry[]): DrawnCall | undefined {
  for (const entry of entries.toReversed()) {
    if (entry.kind !== "answer") continue;
    for (const part of entry.parts.toReversed()) {
      const drawn = part.type === "call" ? drawnCall(part) : undefined;
      if (drawn !== undefined) return drawn;
    }
  }
  return undefined;
}

function drawnCall(part: CallPart): DrawnCall | undefined {
  const { result } = part.facts;
  if (part.name !== "canvas" || result === undefined || result.isError || result.isNotRun) return undefined;
  const { id, path } = argumentsOf({ arguments: result.content }) ?? {};
  return typeof id === "string" && typeof path === "string" ? { part, id, path } : undefined;
}

/** Of an update the path alone tells it. */
function kindOf(path: string, format: unknown): CanvasDocument["kind"] {
  if (format === "svg" || path.endsWith(".svg")) return "svg";
  return format === "markdown" || path.endsWith(".md") ? "markdown" : "html";
}

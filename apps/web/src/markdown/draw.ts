import { strings } from "../strings/strings.ts";
import type { DrawingAnswer, DrawingRequest } from "./drawing.ts";

export interface Drawing {
  /** Shown as an image alone, in which no script runs and nothing is fetched. */
  readonly svg: string;
  /** What it shows, such as its title or `flowchart`. */
  readonly title: string;
}

const maxSourceChars = 50_000;
const timeoutMs = 20_000;
const maxKept = 50;
const kept = new Map<string, Promise<Drawing>>();
/** Diagrams are drawn one at a time, so that each has the whole of its time. */
let before: Promise<unknown> = Promise.resolve();
let frame: Promise<HTMLIFrameElement> | undefined;
let lastId = 0;

/**
 * Has a diagram drawn, in a frame without network and of another origin. What was drawn is kept.
 *
 * @throws {Error} In words, why it can't be.
 */
export async function draw(source: string, isDark: boolean): Promise<Drawing> {
  if (source.length > maxSourceChars) throw new Error(strings.canvas.diagramTooLong);
  const key = `${String(isDark)} ${source}`;
  const known = kept.get(key);
  if (known !== undefined) return await known;
  const drawing = before.catch(() => undefined).then(() => drawNow({ id: ++lastId, source, isDark }));
  before = drawing;
  kept.set(key, drawing);
  for (const old of [...kept.keys()].slice(0, -maxKept)) kept.delete(old);
  return await drawing;
}

async function drawNow(request: DrawingRequest): Promise<Drawing> {
  frame ??= openFrame();
  const answer = await ask(await frame, request);
  if (answer === undefined) {
    // It may be in an endless loop: the next diagram gets another frame.
    (await frame).remove();
    frame = undefined;
    throw new Error(strings.canvas.diagramTimedOut);
  }
  if ("error" in answer) throw new Error(answer.error);
  return { svg: answer.svg, title: answer.title };
}

function openFrame(): Promise<HTMLIFrameElement> {
  const made = document.createElement("iframe");
  made.setAttribute("sandbox", "allow-scripts");
  made.src = "./frame/drawing.html";
  // Not hidden, where nothing would have a size, but out of sight.
  made.className = "drawing-frame";
  made.title = strings.canvas.diagram;
  made.tabIndex = -1;
  made.ariaHidden = "true";
  return new Promise((resolve) => {
    made.addEventListener("load", () => resolve(made), { once: true });
    document.body.append(made);
  });
}

/** @returns undefined when there is no answer in time. */
function ask(target: HTMLIFrameElement, request: DrawingRequest): Promise<DrawingAnswer | undefined> {
  return new Promise((resolve) => {
    const end = (answer: DrawingAnswer | undefined): void => {
      clearTimeout(timer);
      removeEventListener("message", onMessage);
      resolve(answer);
    };
    const onMessage = ({ source, data }: MessageEvent<unknown>): void => {
      if (source === target.contentWindow && isAnswer(data) && data.id === request.id) end(data);
    };
    const timer = setTimeout(() => end(undefined), timeoutMs);
    addEventListener("message", onMessage);
    // The frame has an origin that no name stands for.
    target.contentWindow?.postMessage(request, "*");
  });
}

function isAnswer(data: unknown): data is DrawingAnswer {
  if (typeof data !== "object" || data === null || !("id" in data)) return false;
  if ("error" in data) return typeof data.error === "string";
  return "svg" in data && typeof data.svg === "string" && "title" in data && typeof data.title === "string";
}

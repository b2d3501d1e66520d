import { signal } from "@preact/signals";

/** A document of the agent, to be seen beside the chat. */
export interface CanvasDocument {
  readonly title: string;
  readonly kind: "html" | "svg" | "markdown" | "text";
  readonly text: string;
  /** Of the tool `canvas`: its page may send what the person chose in it. */
  readonly page?: CanvasPageOf | undefined;
}

/** Whose a page is. */
export interface CanvasPageOf {
  readonly id: string;
  /** Hands on what the page sends, as JSON. */
  readonly send: (json: string) => void;
}

/** What is shown; undefined: nothing is. */
export const canvas = signal<CanvasDocument | undefined>(undefined);

export function openInCanvas(document: CanvasDocument): void {
  canvas.value = document;
}

export function closeCanvas(): void {
  canvas.value = undefined;
}

const kinds: Readonly<Record<string, CanvasDocument["kind"]>> = {
  html: "html",
  htm: "html",
  xhtml: "html",
  svg: "svg",
  markdown: "markdown",
  md: "markdown",
};

/** As what code of a language can be opened. Undefined: there is nothing to see but the code. */
export function canvasKindOf(language: string): CanvasDocument["kind"] | undefined {
  return Object.hasOwn(kinds, language) ? kinds[language] : undefined;
}

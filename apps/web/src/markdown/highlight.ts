import { signal } from "@preact/signals";
import type { Highlight } from "./highlight-library.ts";

/** Undefined until it is loaded. */
export const highlight = signal<Highlight | undefined>(undefined);

let asked: Promise<void> | undefined;

/** Loads what finds the parts of code, once. */
export function loadHighlight(): void {
  asked ??= load().catch(() => {
    // The code is read without colours. The next block asks again.
    asked = undefined;
  });
}

async function load(): Promise<void> {
  const { createHighlight } = await import("./highlight-library.ts");
  highlight.value = createHighlight();
}

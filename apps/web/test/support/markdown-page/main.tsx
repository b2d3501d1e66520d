// The Markdown and the canvas of the page alone, with its styles, so that tests can show any text without a turn.
import { signal } from "@preact/signals";
import { render } from "preact";
import type { JSX } from "preact";
import { CanvasPanel } from "../../../src/canvas/canvas-panel.tsx";
import { openInCanvas } from "../../../src/canvas/canvas-state.ts";
import { Markdown } from "../../../src/markdown/markdown.tsx";
import { startTheme } from "../../../src/theme.ts";
import { Toasts } from "../../../src/ui/toast.tsx";
import "../../../src/style/base.css";
import "../../../src/style/ui.css";
import "../../../src/style/markdown.css";
import "./page.css";

const shown = signal({ text: "", isStreaming: false });

function Page(): JSX.Element {
  const { text, isStreaming } = shown.value;
  return (
    <>
      <div class="test-page">
        <main id="main" tabIndex={0}>
          <h1>Markdown</h1>
          <Markdown text={text} isStreaming={isStreaming} />
        </main>
        <CanvasPanel />
      </div>
      <Toasts />
    </>
  );
}

Object.assign(globalThis, {
  showText(text: string, isStreaming = false) {
    shown.value = { text, isStreaming };
  },
  openInCanvas,
});
startTheme();
const root = document.getElementById("app");
if (root !== null) render(<Page />, root);

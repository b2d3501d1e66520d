import { saveFile } from "../home/save-file.ts";
import { strings } from "../strings/strings.ts";
import type { CanvasDocument } from "./canvas-state.ts";

const endings: Readonly<Record<CanvasDocument["kind"], string>> = {
  html: "html",
  svg: "svg",
  markdown: "md",
  text: "txt",
};

/** Hands a document to the person as a file. */
export function download({ title, kind, text }: CanvasDocument): void {
  // As bytes, and not as a page: were it opened from here, it would have the origin of this one.
  saveFile(`${nameOf(title)}.${endings[kind]}`, text, "application/octet-stream");
}

function nameOf(title: string): string {
  const name = title
    .normalize()
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, " ")
    .trim()
    .slice(0, 60);
  return name === "" ? strings.canvas.fileName : name;
}

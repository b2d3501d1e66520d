import type { Block, Picture } from "./document-model.ts";

/** What code blocks become pictures where a drawer is given. */
const languages: Readonly<Record<string, "mermaid" | "graphviz">> = {
  mermaid: "mermaid",
  dot: "graphviz",
  graphviz: "graphviz",
};

type Code = Extract<Block, { kind: "code" }>;

export function diagramLanguage({ language }: Code): "mermaid" | "graphviz" | undefined {
  return languages[language];
}

/** Under which a diagram stands among the pictures. No path of an image has a line end. */
export function diagramKey({ language, text }: Code): string {
  return `${language}\n${text}`;
}

/** The picture to show in place of a block: of an image that was had, or of code that was drawn. */
export function pictureOf(block: Block, pictures: ReadonlyMap<string, Picture>): Picture | undefined {
  if (block.kind === "image") return pictures.get(block.source);
  return block.kind === "code" ? pictures.get(diagramKey(block)) : undefined;
}

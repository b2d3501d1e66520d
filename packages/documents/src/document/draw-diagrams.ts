import { diagramKey, diagramLanguage } from "./diagram-blocks.ts";
import type { Block, Picture } from "./document-model.ts";
import { blocksWithin } from "./blocks-within.ts";
import { loadSharp } from "../load-sharp.ts";
import { fitDrawing } from "./fit-picture.ts";
import type { LoadedPictures } from "./load-pictures.ts";

/** Draws a diagram as SVG that runs nothing and reaches nothing. It may throw: the code is then shown as code. */
export type DrawDiagram = (
  format: "mermaid" | "graphviz",
  source: string,
  options: { readonly signal: AbortSignal },
) => Promise<string>;

const maxDiagrams = 50;

/** Pictures of the code blocks `mermaid` and `dot`. */
export async function drawDiagrams(
  blocks: readonly Block[],
  { draw, signal }: { readonly draw: DrawDiagram; readonly signal: AbortSignal },
): Promise<LoadedPictures> {
  const pictures = new Map<string, Picture>();
  const warnings: string[] = [];
  const codes = blocksWithin(blocks).flatMap((block) => (block.kind === "code" ? [block] : []));
  const diagrams = new Map(
    codes.flatMap((code) => (diagramLanguage(code) ? [[diagramKey(code), code]] : [])),
  );
  const sharp = diagrams.size === 0 ? undefined : await loadSharp();
  if (sharp === undefined) return { pictures, warnings };
  for (const [key, code] of [...diagrams].slice(0, maxDiagrams)) {
    const format = diagramLanguage(code);
    if (format === undefined) continue;
    try {
      pictures.set(key, await fitDrawing(sharp, await draw(format, code.text, { signal })));
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      warnings.push(`A ${format} diagram is shown as code: ${reason}`);
    }
  }
  if (diagrams.size > maxDiagrams)
    warnings.push(`Only the first ${maxDiagrams} of ${diagrams.size} diagrams were drawn.`);
  return { pictures, warnings };
}

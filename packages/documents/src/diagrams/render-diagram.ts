import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import type { WithDrawingPage } from "../page/drawing-page.ts";
import type { DiagramFormat, DrawnDiagram } from "./diagram.ts";
import { cleanSvg } from "./svg/clean-svg.ts";
import type { CleanSvg } from "./svg/clean-svg.ts";

export interface RenderDiagramOptions {
  /** Undefined: there is no browser. */
  readonly withPage?: WithDrawingPage | undefined;
  /** In which PlantUML is looked for. */
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Of drawing; what draws is ended then. @default 20 seconds for Graphviz, 30 for PlantUML, 90 for Mermaid */
  readonly timeoutMs?: number | undefined;
}

export interface RenderedDiagram extends CleanSvg {
  readonly warnings: readonly string[];
}

/**
 * Draws a diagram as an SVG that runs nothing and reaches nothing.
 *
 * @throws {HermesError} `DIAGRAM_SYNTAX` with the line where it is known, and other codes that begin with `DIAGRAM_`.
 */
export async function renderDiagram(
  format: DiagramFormat,
  source: string,
  options: RenderDiagramOptions,
): Promise<RenderedDiagram> {
  if (source.trim() === "")
    throw new HermesError("The source is empty.", {
      code: "DIAGRAM_SYNTAX",
      hint: "Give all of the diagram.",
    });
  const { svg, warnings } = await draw(format, source, options);
  return { ...cleanSvg(svg), warnings };
}

async function draw(
  format: DiagramFormat,
  source: string,
  { withPage, env, signal, timeoutMs }: RenderDiagramOptions,
): Promise<DrawnDiagram> {
  if (format === "graphviz")
    return await (await import("./graphviz/draw-graphviz.ts")).drawGraphviz(source, { signal, timeoutMs });
  if (format === "plantuml")
    return await (
      await import("./plantuml/draw-plantuml.ts")
    ).drawPlantuml(source, { env, signal, timeoutMs });
  const { drawMermaid } = await import("./mermaid/draw-mermaid.ts");
  const drawn = await (withPage && drawMermaid(source, { withPage, signal, timeoutMs }));
  if (drawn !== undefined) return drawn;
  throw new HermesError(
    "Mermaid is drawn in a browser, and there is none here: Chromium and playwright-core.",
    {
      code: "DIAGRAM_NEEDS_BROWSER",
      hint: "Install them (sudo apt install chromium, brew install --cask chromium, winget install Google.Chrome; npm install playwright-core), or draw it as graphviz, which needs neither.",
    },
  );
}

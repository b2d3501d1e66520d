// Runs in a frame of its own, without network and with no origin: what is in a diagram can't reach the page from here.
import type { DrawingAnswer, DrawingRequest } from "../src/markdown/drawing.ts";

const maxErrorChars = 400;

addEventListener("message", ({ source, data }: MessageEvent<DrawingRequest>) => {
  if (source !== parent) return;
  const answer = (message: DrawingAnswer): void => parent.postMessage(message, "*");
  draw(data).then(answer, (error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    answer({ id: data.id, error: text.slice(0, maxErrorChars) });
  });
});

async function draw({ id, source, isDark }: DrawingRequest): Promise<DrawingAnswer> {
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    // Labels of HTML would be lost in an image.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: isDark ? "dark" : "default",
    // A label on a line hides the line behind it.
    themeVariables: { edgeLabelBackground: isDark ? "#201f25" : "#ffffff" },
    themeCSS: ".edgeLabel rect.background { opacity: 1; }",
    fontFamily: "system-ui, sans-serif",
    deterministicIds: true,
    // What a diagram may not set for itself.
    secure: [
      "secure",
      "securityLevel",
      "startOnLoad",
      "maxTextSize",
      "maxEdges",
      "suppressErrorRendering",
      "htmlLabels",
      "themeCSS",
    ],
  });
  const { svg, diagramType } = await mermaid.render(`diagram-${id}`, source);
  const drawn = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (drawn === null) throw new Error("Nothing was drawn.");
  giveSize(drawn);
  const title = drawn.querySelector(":scope > title")?.textContent?.trim() ?? "";
  // Well-formed XML, as an image has to be.
  return {
    id,
    svg: new XMLSerializer().serializeToString(drawn),
    title: title === "" ? kindOf(diagramType) : title,
  };
}

/** An image has the size that its drawing says; Mermaid's is that of what is around it. */
function giveSize(drawn: SVGSVGElement): void {
  const { width, height } = drawn.viewBox.baseVal;
  if (width === 0 || height === 0) return;
  drawn.setAttribute("width", String(Math.ceil(width)));
  drawn.setAttribute("height", String(Math.ceil(height)));
}

/** Such as `state diagram` for `stateDiagram-v2`. */
function kindOf(type: string): string {
  return type
    .replace(/-v\d+$/, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

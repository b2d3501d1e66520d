/** What a diagram is written in. */
export type DiagramFormat = "mermaid" | "graphviz" | "plantuml";

/** SVG as a program gave it; it may hold anything. */
export interface DrawnDiagram {
  readonly svg: string;
  /** What was left out or drawn otherwise than it is written. */
  readonly warnings: readonly string[];
}

import type { DiagramToolOptions } from "@hermes/documents/diagrams";

/** A page without a network, where programs are looked for, and whether the model sees what was drawn. */
export type DrawingParts = Pick<DiagramToolOptions, "withPage" | "env" | "sees">;

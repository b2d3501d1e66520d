import type { Provenance } from "@hermes/registry";

/** What a page of the canvas is written in. */
export type CanvasFormat = "html" | "svg" | "markdown";

/** A page that was drawn and kept. */
export interface CanvasPage {
  readonly id: string;
  readonly format: CanvasFormat;
  /** Absolute, of the file that holds it. */
  readonly path: string;
}

/** Where the pages of sessions are kept. */
export interface CanvasPages {
  /** Oldest change first. */
  list(sessionId: string): Promise<readonly CanvasPage[]>;
  /** Keeps a page in place of what it held. `sources`: of what its author had read. */
  write(page: {
    readonly sessionId: string;
    readonly id: string;
    readonly format: CanvasFormat;
    readonly content: string;
    readonly sources: readonly Provenance[];
  }): Promise<CanvasPage>;
}

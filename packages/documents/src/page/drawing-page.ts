/** A page of a browser that reaches no network and no file. */
export interface DrawingPage {
  /** Replaces what the page shows. Scripts and styles have to be in it. */
  setContent(html: string): Promise<void>;
  /**
   * Runs the body of an async function in the page, in which `argument` is what was given.
   *
   * @param argument Anything that JSON can say.
   * @returns What the body returned, as JSON says it. It came out of the page: check it.
   */
  run<Result>(script: string, argument: unknown): Promise<Result>;
  /** A picture of a part of the page, as PNG. */
  screenshot(options: DrawingScreenshotOptions): Promise<Uint8Array>;
}

export interface DrawingScreenshotOptions {
  /** In CSS pixels. */
  readonly clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

export interface DrawingPageOptions {
  readonly signal: AbortSignal;
  /** After it the page is closed, and what waits for it is rejected. @default 30_000 */
  readonly timeoutMs?: number | undefined;
  /** In CSS pixels. @default 1280 */
  readonly width?: number | undefined;
  /** In CSS pixels. @default 800 */
  readonly height?: number | undefined;
  /** Pixels of a picture for each CSS pixel. @default 1 */
  readonly scale?: number | undefined;
}

/**
 * Gives a new page for as long as `use` runs.
 *
 * @returns What `use` gives. Undefined: there is no browser here.
 */
export type WithDrawingPage = <Value>(
  use: (page: DrawingPage) => Promise<Value>,
  options: DrawingPageOptions,
) => Promise<Value | undefined>;

import type { Extraction } from "./extract/extraction.ts";

/** A page as it was read, whole. */
export interface StoredPage extends Extraction {
  /** As it was asked for. */
  readonly url: string;
  /** Where its redirects led. */
  readonly finalUrl: string;
  /** Bytes that were read of it. */
  readonly bytes: number;
}

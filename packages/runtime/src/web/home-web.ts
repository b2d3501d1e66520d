import type { WebReader, WebSearch } from "@hermes/web";

/** How a home reads the web. */
export interface HomeWeb {
  readonly reader: WebReader;
  readonly search: WebSearch;
}

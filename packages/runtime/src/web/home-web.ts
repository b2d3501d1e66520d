import type { WebReader, WebSearch } from "@hermes/web";
import type { SitePolicy } from "./site-policy.ts";

/** How a home reads the web. */
export interface HomeWeb {
  readonly reader: WebReader;
  readonly search: WebSearch;
  readonly sites: SitePolicy;
}

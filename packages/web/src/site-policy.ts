/** Why a site may not be read. */
export interface BlockedSite {
  /** The host that was asked for. */
  readonly host: string;
  /** The rule that forbids it, as it is written. */
  readonly rule: string;
  /** Where the rule stands, such as a setting or a file. */
  readonly source: string;
}

/** Undefined: the site may be read. Asked for every hop, and again for a page of the cache. */
export type SitePolicy = (url: URL) => BlockedSite | undefined | Promise<BlockedSite | undefined>;

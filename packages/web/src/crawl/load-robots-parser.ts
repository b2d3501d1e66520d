/** The rules of one `robots.txt`. */
export interface RobotsRules {
  isAllowed(url: string, name: string): boolean | undefined;
  isDisallowed(url: string, name: string): boolean | undefined;
  /** In seconds. */
  getCrawlDelay(name: string): number | undefined;
  getSitemaps(): readonly string[];
}

/** Loads the parser of `robots.txt`. */
export async function loadRobotsParser(): Promise<(url: string, text: string) => RobotsRules> {
  const { default: parse } = await import("robots-parser");
  // The package is one function in CommonJS; its types describe a default export of a module.
  return parse as unknown as (url: string, text: string) => RobotsRules;
}

import { loadRobotsParser } from "./load-robots-parser.ts";

/** Whether an address is one that is asked for. */
export type AddressFilter = (url: string) => boolean;

/**
 * A filter of paths by patterns as in `robots.txt`: a pattern is the beginning of a path, `*` stands for anything, `$` for the end.
 *
 * @param include Empty: everything is asked for.
 */
export async function addressFilter(
  include: readonly string[],
  exclude: readonly string[],
): Promise<AddressFilter> {
  const parseRobots = await loadRobotsParser();
  const site = "http://site.invalid";
  const matcher = (patterns: readonly string[]): AddressFilter => {
    const lines = patterns.map((pattern) => `Disallow: ${pathOf(pattern)}`);
    const rules = parseRobots(`${site}/robots.txt`, ["User-agent: *", ...lines].join("\n"));
    return (url) => {
      const { pathname, search } = new URL(url);
      return rules.isDisallowed(`${site}${pathname}${search}`, "*") === true;
    };
  };
  const isIncluded = include.length === 0 ? (): boolean => true : matcher(include);
  const isExcluded = exclude.length === 0 ? (): boolean => false : matcher(exclude);
  return (url) => isIncluded(url) && !isExcluded(url);
}

/** A whole address is meant by its path; a path may be written without the slash before it. */
function pathOf(pattern: string): string {
  const line = pattern.replaceAll(/[\r\n#]/g, "").trim();
  const path = line.replace(/^https?:\/\/[^/]*/, "");
  return /^[/*]/.test(path) ? path : `/${path}`;
}

import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Settings } from "@hermes/config";
import type { Permissions } from "@hermes/permissions";
import { HermesError } from "@hermes/registry";
import type { SitePolicy } from "@hermes/web";

export interface SitePolicyOptions {
  readonly blocklist: Settings["security"]["website_blocklist"];
  /** Of Hermes: files of the list are named from there. */
  readonly home: string;
  /** Of the person: what `~` is. */
  readonly homedir: string;
  readonly permissions: () => Promise<Pick<Permissions, "closes">>;
}

/**
 * What the person keeps web and browser tools away from: the list of sites of the settings, and the rules that deny.
 *
 * @throws {HermesError} when it is asked: `WEB_BLOCKLIST_UNREADABLE` for a file of the list that can't be read; nothing is then read.
 */
export function createSitePolicy({ blocklist, permissions, ...places }: SitePolicyOptions): SitePolicy {
  const files = blocklist.shared_files.map((name) => siteFile(pathOf(name, places)));
  const own = blocklist.domains.map((rule) => ({ rule, source: "security.website_blocklist" }));
  const listed = async (): Promise<readonly SiteRule[]> =>
    blocklist.enabled ? [...own, ...(await Promise.all(files.map((read) => read()))).flat()] : [];
  return async (url) => {
    const host = url.hostname.replace(/\.$/, "");
    const found = (await listed()).find(({ rule }) => fits(rule, host));
    if (found !== undefined) return { host, ...found };
    const closed = await (await permissions()).closes(url);
    return closed && { host, rule: closed.text, source: closed.source };
  };
}

interface SiteRule {
  readonly rule: string;
  readonly source: string;
}

/** `example.com` is it and all below it, `*.example.com` what is below it alone. */
function fits(rule: string, host: string): boolean {
  const site = rule.trim().toLowerCase().replace(/\.$/, "");
  if (site.startsWith("*.")) return host.endsWith(site.slice(1));
  return site !== "" && (host === site || host.endsWith(`.${site}`));
}

function pathOf(name: string, { home, homedir }: Pick<SitePolicyOptions, "home" | "homedir">): string {
  return name === "~" || name.startsWith("~/") ? join(homedir, name.slice(1)) : resolve(home, name);
}

/** Read anew when the file has changed. */
function siteFile(path: string): () => Promise<readonly SiteRule[]> {
  let known: { readonly stamp: string; readonly rules: readonly SiteRule[] } | undefined;
  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const stamp = `${mtimeMs} ${size} ${ino}`;
      if (known?.stamp !== stamp) known = { stamp, rules: rulesIn(await readFile(path, "utf8"), path) };
      return known.rules;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new HermesError(`The list of sites ${path} can't be read: ${reason}.`, {
        code: "WEB_BLOCKLIST_UNREADABLE",
        hint: "Mend the file, or take it out of security.website_blocklist.shared_files.",
        cause: error,
      });
    }
  };
}

function rulesIn(text: string, source: string): readonly SiteRule[] {
  return text.split("\n").flatMap((line) => {
    const rule = line.replace(/#.*$/, "").trim();
    return rule === "" ? [] : [{ rule, source }];
  });
}

import type { SearchProvider, SitePolicy } from "@hermes/web";
import { pluginsGiveMore } from "../plugins/builtin-names.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { HomeWeb } from "./home-web.ts";
import { createSitePolicy } from "./site-policy.ts";

export type WebParts = Pick<RuntimeParts, "options" | "env" | "homedir" | "permissions">;
type SearchParts = Pick<RuntimeParts, "plugins">;

/** What web and browser tools are kept away from. */
export function sitesOf({ options, homedir, permissions }: WebParts): SitePolicy {
  const { home, settings } = options.loaded;
  return createSitePolicy({ blocklist: settings.security.website_blocklist, home, homedir, permissions });
}

/** Opens nothing by itself: pages are fetched when a tool asks for them. */
export async function openHomeWeb(parts: WebParts & SearchParts): Promise<HomeWeb> {
  const [{ createWebReader, createWebSearch }, { createGuardedFetch }] = await Promise.all([
    import("@hermes/web"),
    import("@hermes/permissions"),
  ]);
  const { loaded, resolveHost: resolve } = parts.options;
  const { network, web } = loaded.settings;
  const sites = sitesOf(parts);
  const addresses = Object.fromEntries(
    Object.entries(web.addresses).flatMap(([name, address]) =>
      address === undefined ? [] : [[name, address]],
    ),
  );
  // A service whose address the person gave may be one of their own network.
  const own = [
    ...Object.values(web.addresses),
    parts.env["SEARXNG_URL"],
    parts.env["FIRECRAWL_API_URL"],
  ].flatMap((address) => hostsOf(address));
  return {
    reader: createWebReader({ fetch: createGuardedFetch({ resolve, allow: network.allow_private }), sites }),
    search: createWebSearch({
      fetch: createGuardedFetch({ resolve, allow: [...network.allow_private, ...own] }),
      env: parts.env,
      provider: web.search_backend,
      others: await othersNamed(web.search_backend, parts),
      moreOthers: pluginsGiveMore,
      addresses,
      sites,
    }),
  };
}

async function othersNamed(name: string, { plugins }: SearchParts): Promise<readonly SearchProvider[]> {
  const { searchProviders } = await import("@hermes/web");
  if (name === "auto" || searchProviders.some((known) => known.name === name)) return [];
  const [{ pluginSearch }, { usedNow }] = await Promise.all([
    import("../plugins/providers/plugin-search.ts"),
    import("../plugins/providers/used-now.ts"),
  ]);
  const used = usedNow(await plugins(), "search", name);
  return used === undefined ? [] : [pluginSearch(used, name)];
}

function hostsOf(address: string | undefined): readonly string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { hostname, port, protocol } = new URL(address);
  return [`${hostname}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}`];
}

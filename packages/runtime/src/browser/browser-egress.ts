import { createServer } from "node:net";
import type { BrowserEgress } from "@hermes/browser";
import type { HostCheck, ResolveHost } from "@hermes/permissions";
import type { Refusal, Route, Target } from "@hermes/jail";
import type { BlockedSite, SitePolicy } from "@hermes/web";

export interface BrowserEgressOptions {
  /** Private hosts that may be reached. */
  readonly allow: readonly string[];
  readonly sites: SitePolicy;
  /** Looks names up. @default the resolver of the system */
  readonly resolve?: ResolveHost | undefined;
}

/**
 * The way of a browser to the network: each connection is decided by the person's rules and by where its host leads, and made to the
 * address that was looked at.
 */
export function createBrowserEgress({ allow, sites, resolve }: BrowserEgressOptions): BrowserEgress {
  return {
    async check(url, { signal }) {
      const { checkUrl } = await import("@hermes/permissions");
      const verdict = await checkUrl(url, { allow, resolve, signal });
      if (!verdict.allow) return verdict.reason;
      const blocked = await sites(new URL(url));
      return blocked && blockedBy(blocked);
    },
    async openProxy() {
      const [{ createHostCheck }, { openHostProxy }] = await Promise.all([
        import("@hermes/permissions"),
        import("@hermes/jail"),
      ]);
      const check = createHostCheck({ allow, resolve });
      const reasons = new Map<string, string>();
      const proxy = await openHostProxy({
        hosts: [],
        async route(target) {
          const route = await routeOf(target, { check, sites });
          if ("status" in route) remember(reasons, nameOf(target), route.message);
          return route;
        },
      });
      const server = createServer({ allowHalfOpen: true }, (connection) => proxy.accept(connection));
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(0, "127.0.0.1", resolve);
      });
      const address = server.address();
      return {
        // A server that listens has a port.
        url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
        reasonFor: (host) => reasons.get(host),
        async close() {
          const closed = new Promise((resolve) => server.close(resolve));
          await proxy.close();
          await closed;
        },
      };
    },
  };
}

interface RouteOptions {
  readonly check: HostCheck;
  readonly sites: SitePolicy;
}

async function routeOf(target: Target, { check, sites }: RouteOptions): Promise<Route | Refusal> {
  try {
    // What a page asks for behind the name is not seen here.
    const blocked = await sites(new URL(`http://${nameOf(target)}/`));
    if (blocked !== undefined) return { status: 403, message: blockedBy(blocked) };
    const refusals: string[] = [];
    // The proxy has one name for both loopback addresses; either may be the one that is allowed.
    for (const host of target.host === "localhost" ? ["localhost", "127.0.0.1", "::1"] : [target.host]) {
      // oxlint-disable-next-line no-await-in-loop -- the first one that may be reached
      const checked = await check(host, target.port);
      if (!("refusal" in checked)) return { target, addresses: checked.addresses };
      refusals.push(checked.refusal);
    }
    return { status: 403, message: refusals[0] ?? "" };
  } catch (error) {
    return { status: 403, message: error instanceof Error ? error.message : String(error) };
  }
}

function nameOf({ host, port }: Target): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function blockedBy({ host, rule, source }: BlockedSite): string {
  return `${host} is not read: "${rule}" (${source}) forbids it.`;
}

const maxReasons = 200;

function remember(reasons: Map<string, string>, host: string, reason: string): void {
  if (reasons.size >= maxReasons) reasons.clear();
  reasons.set(host, reason);
}

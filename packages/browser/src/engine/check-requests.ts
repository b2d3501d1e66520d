import type { BrowserContext, Page, Request } from "playwright-core";
import type { BrowserEgress } from "../browsers-options.ts";
import type { RequestCheck } from "./engine.ts";

export interface RunningRequestCheck extends RequestCheck {
  stop(): Promise<void>;
}

/**
 * Checks everything that the pages of a context ask for, where no proxy can. A redirect is seen only when it was followed: then its
 * page is emptied, and nothing of it is handed on.
 */
export async function checkRequests(
  context: BrowserContext,
  egress: BrowserEgress,
): Promise<RunningRequestCheck> {
  const pending = new Set<Promise<void>>();
  const refusals = new WeakMap<Page, string>();
  const isOurs = (url: string): boolean => /^(https?|wss?):/i.test(url);
  const check = async (url: string): Promise<string | undefined> =>
    // What can't be checked is not let through.
    await egress.check(url, {}).catch((error: unknown) => `It could not be checked: ${String(error)}.`);
  const checkRedirect = (request: Request): void => {
    if (request.redirectedFrom() === null || !isOurs(request.url())) return;
    const page = pageOf(request);
    const work = check(request.url()).then(async (reason) => {
      if (reason === undefined || page === undefined) return;
      refusals.set(page, reason);
      await page.goto("about:blank").catch(() => undefined);
    });
    pending.add(work);
    work.then(
      () => pending.delete(work),
      () => pending.delete(work),
    );
  };
  context.on("request", checkRedirect);
  await context.route("**/*", async (route, request) => {
    const reason = isOurs(request.url()) ? await check(request.url()) : undefined;
    await (reason === undefined ? route.fallback() : route.abort("blockedbyclient")).catch(() => undefined);
  });
  await context.routeWebSocket(/.*/, async (socket) => {
    const reason = await check(socket.url());
    if (reason === undefined) socket.connectToServer();
    else await socket.close({ code: 1008, reason: "refused" });
  });
  return {
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
    takeRefusal(page) {
      const reason = refusals.get(page);
      refusals.delete(page);
      return reason;
    },
    async stop() {
      context.off("request", checkRedirect);
      await context.unrouteAll({ behavior: "ignoreErrors" }).catch(() => undefined);
    },
  };
}

function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined; // A worker has no frame.
  }
}

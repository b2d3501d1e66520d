import type { CookieJar } from "tough-cookie";
import type { HopListener } from "../web-fetch.ts";

/** Cookies of one read: what a site sets on one hop it gets on the next. They are kept nowhere. */
export interface Cookies {
  headersFor(url: URL): Promise<Readonly<Record<string, string>> | undefined>;
  readonly after: NonNullable<HopListener["after"]>;
}

/** Cookies of one answer that are looked at. */
const maxCookies = 50;

export function createCookies(): Cookies {
  // Loaded with the first cookie: most pages set none.
  let jar: Promise<CookieJar> | undefined;
  return {
    async headersFor(url) {
      const cookie = await (await jar)?.getCookieString(url.href);
      return cookie === undefined || cookie === "" ? undefined : { cookie };
    },
    async after(url, headers) {
      const set = headers.getSetCookie().slice(0, maxCookies);
      if (set.length === 0) return;
      jar ??= import("tough-cookie").then((cookies) => new cookies.CookieJar());
      const kept = await jar;
      // A cookie that a browser would not take is not taken here, and no reason not to read the page.
      for (const each of set) await kept.setCookie(each, url.href, { ignoreError: true });
    },
  };
}

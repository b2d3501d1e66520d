import { randomBytes } from "node:crypto";
import type { Caller } from "./caller.ts";
import { sha256 } from "./tokens.ts";

const linkMs = 10 * 60_000;
const cookieMs = 30 * 24 * 60 * 60_000;
const maxLinks = 100;
const maxCookies = 1_000;

interface Kept {
  readonly caller: Caller;
  readonly until: number;
}

/** Links that let a browser in once, and the cookies that they became. In memory: a restart ends them all. */
export class Links {
  readonly #now: () => number;
  readonly #links = new Map<string, Kept>();
  readonly #cookies = new Map<string, Kept>();
  readonly cookieName: string;

  constructor(now: () => number, mark: string) {
    this.#now = now;
    // Cookies of a host are sent to all of its ports.
    this.cookieName = `hermes_${mark}`;
  }

  /** @returns Its path. */
  create(caller: Caller): string {
    const code = randomBytes(16).toString("base64url");
    this.#put(this.#links, { code, caller, ms: linkMs, max: maxLinks });
    return `/link/${code}`;
  }

  /** @returns The cookie; undefined where the code was used, is too old, or never was one. */
  use(code: string, isSecure: boolean): string | undefined {
    const key = keyOf(code);
    const link = this.#links.get(key);
    this.#links.delete(key);
    if (link === undefined || link.until <= this.#now()) return undefined;
    const value = randomBytes(32).toString("base64url");
    this.#put(this.#cookies, { code: value, caller: link.caller, ms: cookieMs, max: maxCookies });
    const secure = isSecure ? "; Secure" : "";
    return `${this.cookieName}=${value}; Path=/; Max-Age=${cookieMs / 1_000}; HttpOnly; SameSite=Strict${secure}`;
  }

  /** @param header All cookies of a request. */
  find(header: string): Caller | undefined {
    const named = header.split(/; */).find((each) => each.startsWith(`${this.cookieName}=`));
    if (named === undefined) return undefined;
    const kept = this.#cookies.get(keyOf(named.slice(this.cookieName.length + 1)));
    return kept !== undefined && this.#now() < kept.until ? kept.caller : undefined;
  }

  #put(
    into: Map<string, Kept>,
    { code, caller, ms, max }: { code: string; caller: Caller; ms: number; max: number },
  ): void {
    const now = this.#now();
    for (const [key, { until }] of into) if (until <= now || into.size >= max) into.delete(key);
    into.set(keyOf(code), { caller, until: now + ms });
  }
}

/** Looked up by hash, so that the time a look takes says nothing of the code. */
function keyOf(code: string): string {
  return sha256(code).toString("base64");
}

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { LinkInfo } from "@hermes/client/contract";
import type { Caller } from "./caller.ts";
import { sha256 } from "./tokens.ts";
import type { Tokens } from "./tokens.ts";

const linkMs = 10 * 60_000;
const cookieMs = 30 * 24 * 60 * 60_000;
const maxLinks = 100;

interface KeptLink {
  readonly caller: Caller;
  readonly until: number;
}

export interface LinksOptions {
  readonly tokens: Pick<Tokens, "digestOf" | "named">;
  /** With the same one cookies still hold after a restart. */
  readonly cookieKey: Uint8Array;
  readonly now: () => number;
}

/**
 * Links that let a browser in once, and the cookies that they become. Links live in memory. A cookie is signed, and holds for as long
 * as the token in whose name it was given.
 */
export class Links {
  readonly #options: LinksOptions;
  readonly #links = new Map<string, KeptLink>();
  readonly cookieName: string;

  constructor(options: LinksOptions) {
    this.#options = options;
    // Cookies of a host are sent to all of its ports: the name tells the servers there apart.
    const mark = createHmac("sha256", options.cookieKey).update("name").digest("hex");
    this.cookieName = `hermes_${mark.slice(0, 8)}`;
  }

  create(caller: Caller): LinkInfo {
    const code = randomBytes(16).toString("base64url");
    const now = this.#options.now();
    for (const [key, { until }] of this.#links)
      if (until <= now || this.#links.size >= maxLinks) this.#links.delete(key);
    this.#links.set(keyOf(code), { caller, until: now + linkMs });
    return { path: `/link/${code}`, expiresAt: now + linkMs };
  }

  /** @returns The cookie; undefined where the code was used, is too old, or never was one. */
  use(code: string, isSecure: boolean): string | undefined {
    const key = keyOf(code);
    const link = this.#links.get(key);
    this.#links.delete(key);
    const now = this.#options.now();
    if (link === undefined || link.until <= now) return undefined;
    const said = `${link.caller.name}.${(now + cookieMs).toString(36)}.${randomBytes(9).toString("base64url")}`;
    const signature = this.#sign(said, link.caller.name);
    if (signature === undefined) return undefined;
    const secure = isSecure ? "; Secure" : "";
    const value = `${said}.${signature.toString("base64url")}`;
    return `${this.cookieName}=${value}; Path=/; Max-Age=${cookieMs / 1_000}; HttpOnly; SameSite=Strict${secure}`;
  }

  /** @param header All cookies of a request. */
  find(header: string): Caller | undefined {
    const named = header.split(/; */).find((each) => each.startsWith(`${this.cookieName}=`));
    // Names of tokens have dots too.
    const [, name = "", until = "", salt = "", given = ""] =
      /^([^;]+)\.([0-9a-z]+)\.([\w-]+)\.([\w-]+)$/.exec(named?.slice(this.cookieName.length + 1) ?? "") ?? [];
    if (Number.parseInt(until, 36) <= this.#options.now()) return undefined;
    const signature = this.#sign(`${name}.${until}.${salt}`, name);
    const said = Buffer.from(given, "base64url");
    if (signature === undefined || said.length !== signature.length || !timingSafeEqual(said, signature))
      return undefined;
    return this.#options.tokens.named(name);
  }

  /** The digest of the token is part of it: another token of the same name is another one. */
  #sign(said: string, name: string): Buffer | undefined {
    const digest = this.#options.tokens.digestOf(name);
    return digest && createHmac("sha256", this.#options.cookieKey).update(digest).update(said).digest();
  }
}

/** Looked up by hash, so that the time a look takes says nothing of the code. */
function keyOf(code: string): string {
  return sha256(code).toString("base64");
}

/** A skill of a site's index, or one file by its address. */
export type SiteReference =
  | { readonly kind: "site"; readonly origin: string; readonly name: string | undefined }
  | { readonly kind: "file"; readonly url: string };

/**
 * Reads `well-known:https://example.com/name`, `https://example.com` and addresses of a SKILL.md or ZIP. Addresses without
 * encryption are read for sites that the person named so.
 */
export function parseSiteReference(text: string, known: readonly string[]): SiteReference | undefined {
  const isNamed = /^well-known:/.test(text);
  const plain = text.replace(/^well-known:/, "");
  const url = toUrl(isNamed && !/^https?:\/\//.test(plain) ? `https://${plain}` : plain);
  if (url === undefined || url.username !== "" || url.password !== "") return undefined;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && known.includes(url.origin)))
    return undefined;
  if (url.pathname === "/" && url.search === "") return { kind: "site", origin: url.origin, name: undefined };
  const name =
    /^\/\.well-known\/(?:agent-)?skills\/([a-z0-9-]{1,64})(?:\/(?:SKILL\.md)?)?$/.exec(url.pathname)?.[1] ??
    (isNamed ? /^\/([a-z0-9-]{1,64})\/?$/.exec(url.pathname)?.[1] : undefined);
  if (name !== undefined) return { kind: "site", origin: url.origin, name };
  return isNamed ? undefined : { kind: "file", url: url.href };
}

/** `example.com` and `https://example.com/` as `https://example.com`; undefined for what is no site. */
export function originOf(host: string): string | undefined {
  return toUrl(/^https?:\/\//.test(host) ? host : `https://${host}`)?.origin;
}

function toUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

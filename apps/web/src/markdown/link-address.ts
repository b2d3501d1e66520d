const schemes: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);
const picture = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+=*$/i;

/** Where a link leads. */
export interface LinkAddress {
  readonly href: string;
  /** What the person sees of it: a host as the network knows it (letters that look like others are spelled out), or an address. */
  readonly place: string;
}

/** @returns undefined for what isn't a whole address on the web or of mail: it stays text. */
export function linkAddress(text: string): LinkAddress | undefined {
  const url = URL.parse(text.replaceAll("&amp;", "&"));
  if (url === null || !schemes.has(url.protocol)) return undefined;
  // The part behind `mailto:` is left by the parser as it is.
  const href = url.href.replaceAll(/[\s"<>`]/g, encodeURIComponent);
  return { href, place: url.protocol === "mailto:" ? decoded(url.pathname) : url.host };
}

/** Whether an address is a picture itself, of a kind that holds pixels alone. */
export function isPicture(text: string): boolean {
  return picture.test(text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign.
    return text;
  }
}

import { HermesError } from "@hermes/registry";

/** An address as it is opened; a bare host gets a scheme. What is none comes back as it is. */
export function toAddress(text: string): string {
  const url = text.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) || /^(about|data|javascript|blob|view-source|mailto):/i.test(url))
    return url;
  const guess = `${/^(localhost|[\d.]+|\[[\da-f:]+\])(:\d+)?([/?#]|$)/i.test(url) ? "http" : "https"}://${url}`;
  return URL.canParse(guess) ? guess : url;
}

/** @throws {HermesError} `BROWSER_BAD_ADDRESS` for everything but http, https and about:blank. */
export function checkScheme(url: string): void {
  if (url === "about:blank") return;
  const scheme = URL.canParse(url) ? new URL(url).protocol : undefined;
  if (scheme === "http:" || scheme === "https:") return;
  throw new HermesError(
    scheme === undefined
      ? `"${url.slice(0, 200)}" is no address.`
      : `Addresses that begin with ${scheme} are not opened.`,
    { code: "BROWSER_BAD_ADDRESS", hint: "Give an http or https address." },
  );
}

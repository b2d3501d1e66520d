/** An address of the web that may be looked at further. */
export interface ParsedUrl {
  readonly url: URL;
  /** Lower case, without brackets and without a dot at the end. */
  readonly host: string;
  readonly port: number;
  /** Whether `host` is an IP address. */
  readonly literal: boolean;
}

const longestUrl = 16_384;

// Ports of other protocols, which a request could be made to speak; browsers refuse the same.
const otherProtocols: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

/**
 * Takes an address apart in the one way in which it will be used. Forms on which parsers disagree are refused.
 *
 * @param base For a redirect: the address that it came from.
 * @returns a sentence when it must not be used.
 */
export function parseUrl(text: string, base?: URL): ParsedUrl | string {
  const odd = oddForm(text);
  if (odd !== undefined) return odd;
  let url: URL;
  try {
    url = base === undefined ? new URL(text) : new URL(text, base);
  } catch {
    return "It is not a valid address.";
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return `Only http and https are fetched, not "${url.protocol.slice(0, 40)}".`;
  }
  if (url.username !== "" || url.password !== "" || hasUserinfo(text)) {
    return "It holds a user name or password before the host.";
  }
  const bracketed = url.hostname.startsWith("[");
  const host = bracketed ? url.hostname.slice(1, -1) : url.hostname.replace(/\.$/, "");
  if (host === "" || host.endsWith(".") || host.includes("..")) return "It has no usable host.";
  if (host.length > 253) return "Its host is too long to be a name.";
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  if (otherProtocols.has(port)) return `Port ${port} belongs to another protocol.`;
  return { url, host, port, literal: bracketed || /^\d+\.\d+\.\d+\.\d+$/.test(host) };
}

function oddForm(text: string): string | undefined {
  if (text.length > longestUrl) return `It is longer than ${longestUrl} characters.`;
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) return "It holds control characters.";
  if (/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Cs}/u.test(text))
    return "It holds invisible characters.";
  const beforeQuery = text.replace(/[?#].*$/s, "");
  if (beforeQuery.includes("\\")) return "It holds a backslash, which programs read in different ways.";
  if (/^\s*[a-z][a-z0-9+.-]*:(?!\/\/[^/])/i.test(text) && /^\s*https?:/i.test(text)) {
    return "It does not have two slashes before its host.";
  }
  return undefined;
}

/** An empty name and password vanish in parsing, and still stand in what another program would parse. */
function hasUserinfo(text: string): boolean {
  const authority = /^\s*(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(text)?.[1];
  return authority?.includes("@") ?? false;
}

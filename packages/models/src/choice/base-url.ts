import type { Protocol } from "./providers.ts";

/**
 * A base URL in the form in which its protocol wants it: without a slash at the end, without what the protocol appends
 * itself, and with `/v1` or its like where nothing but a host was given. Undefined when it is no http URL.
 */
export function normaliseBaseUrl(text: string, protocol: Protocol): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = pathFor(protocol, path);
  return url.href.replace(/\/$/, "");
}

function pathFor(protocol: Protocol, path: string): string {
  switch (protocol) {
    case "messages":
      return path.replace(/\/v1$/, "");
    case "gemini":
      // The path of the facade that is compatible with OpenAI.
      return path.replace(/\/openai$/, "") || "/v1beta";
    case "ollama":
      return path.replace(/\/(?:v1|api)$/, "");
    case "converse":
    case "azure-chat":
    case "azure-responses":
    case "given":
      return path;
    case "chat":
    case "responses":
      return path || "/v1";
  }
}

/** The address of a resource at Azure with the version that the environment names for it, unless it names one itself. */
export function azureUrl(address: string, version: string | undefined): string {
  const url = URL.parse(address);
  if (url === null || version === undefined || /\/v1\/?$/.test(url.pathname)) return address;
  if (!url.searchParams.has("api-version")) url.searchParams.set("api-version", version);
  return url.href;
}

/** The deployment that an address of Azure names. */
export function azureDeployment(baseUrl: string): string | undefined {
  const name = /\/deployments\/([^/?]+)/.exec(baseUrl)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}

/** The runtime of Bedrock in a region. */
export function bedrockUrl(region: string): string {
  return `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
}

/** The region that one of Amazon's own addresses names. */
export function bedrockRegion(baseUrl: string): string | undefined {
  const host = URL.parse(baseUrl)?.hostname ?? "";
  return /^bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$/.exec(host)?.[1];
}

/** Whether two URLs have the same scheme, host and port. */
export function sameOrigin(left: string | undefined, right: string): boolean {
  const origin = left === undefined ? undefined : URL.parse(left)?.origin;
  return origin !== undefined && origin === URL.parse(right)?.origin;
}

/** What `OLLAMA_HOST` can be: `0.0.0.0`, `:11500`, `host:port`, a whole URL. Undefined when it can't be understood. */
export function ollamaUrl(host: string): string | undefined {
  const bare = host.trim().startsWith(":") ? `127.0.0.1${host.trim()}` : host.trim();
  const url = URL.parse(bare.includes("://") ? bare : `http://${bare}`);
  if (url === null) return undefined;
  // An address to listen on is not one to call.
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1";
  if (url.port === "" && !bare.includes("://")) url.port = "11434";
  return normaliseBaseUrl(url.href, "chat");
}

/** Whether a URL points at this machine or at a private network: where people run models of their own. */
export function isLocalUrl(url: string): boolean {
  const host = URL.parse(url)
    ?.hostname.replace(/^\[|\]$/g, "")
    .toLowerCase();
  if (host === undefined) return false;
  return isLoopbackHost(host) || privateHost.test(host);
}

const privateHost =
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd][0-9a-f]{2}:|fe80:|host\.docker\.internal$|[^.:]+$)|\.(local|lan|internal)$/;

/** Whether a host name or address means this machine. */
function isLoopbackHost(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "::1" ||
    host === "0.0.0.0" ||
    /^127\./.test(host)
  );
}

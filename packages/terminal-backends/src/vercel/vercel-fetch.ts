/** Address that the kit has built in. */
const builtIn = "https://vercel.com/api";

/**
 * The `fetch` that the kit uses: it can lead elsewhere, and a command that may have been started is not sent a second
 * time, as the kit would do after an error of the network or of the service.
 */
export function vercelFetch(apiUrl: string | undefined): typeof globalThis.fetch {
  return async (input, init) => {
    const asked = input instanceof Request ? input.url : String(input);
    const url =
      apiUrl !== undefined && asked.startsWith(builtIn) ? apiUrl + asked.slice(builtIn.length) : asked;
    if (init?.method !== "POST" || !new URL(url).pathname.endsWith("/cmd")) return await fetch(url, init);
    try {
      const response = await fetch(url, init);
      if (response.status < 500) return response;
      throw new Error(`Vercel answered ${response.status}`);
    } catch (cause) {
      // The one kind of error after which the kit does not try again.
      const message = cause instanceof Error ? cause.message : String(cause);
      throw Object.assign(new DOMException(message, "AbortError"), { cause });
    }
  };
}

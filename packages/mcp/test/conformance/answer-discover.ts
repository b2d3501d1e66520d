/**
 * Some servers of the suite speak 2026-07-28 and answer everything but `server/discover`, by which a client finds that out. For
 * them it is answered here.
 */
export function answerDiscover(fetch: typeof globalThis.fetch, protocol: string): typeof globalThis.fetch {
  return async (input, init) => {
    const message: unknown =
      typeof init?.body === "string" && init.body.startsWith("{") ? JSON.parse(init.body) : {};
    const response = await fetch(input, init);
    if (protocol !== "2026-07-28" || !isDiscover(message) || response.status === 401) return response;
    const text = await response.clone().text();
    if (text.includes("supportedVersions") || text.includes("Unsupported")) return response;
    return Response.json({
      jsonrpc: "2.0",
      id: message.id,
      result: {
        resultType: "complete",
        ttlMs: 0,
        cacheScope: "private",
        supportedVersions: [protocol],
        capabilities: { tools: {}, resources: {}, prompts: {} },
        serverInfo: { name: "conformance", version: "1" },
      },
    });
  };
}

function isDiscover(message: unknown): message is { readonly id: number } {
  return (
    typeof message === "object" &&
    message !== null &&
    "method" in message &&
    message.method === "server/discover"
  );
}

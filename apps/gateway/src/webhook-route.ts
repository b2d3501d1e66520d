import type { PlatformHost } from "@hermes/gateway";
import type { HttpListener } from "@hermes/runtime";

/** Routes for platforms that are called, on the shared listener. Each checks by itself who calls. */
export function webhookRoute(http: HttpListener): NonNullable<PlatformHost["route"]> {
  return async (prefix, handle, { maxBodyBytes } = {}) => {
    const served = await http.route(prefix, {
      ...{ public: true, anyHost: true, maxBodyBytes },
      async handle({ request, url, body }, response) {
        const headers = new Headers();
        for (const [name, value] of Object.entries(request.headers))
          if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
        const answer = await handle({
          ...{ method: request.method ?? "GET", headers, body },
          ...{ path: url.pathname.slice(prefix.length), query: url.searchParams },
        });
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        response.end(Buffer.from(await answer.arrayBuffer()));
      },
    });
    return { url: served.url.href, close: served.close };
  };
}

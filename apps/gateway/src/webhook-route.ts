import type { PlatformHost } from "@hermes/gateway";
import type { HttpListener } from "@hermes/runtime";

/** Routes for platforms that are called, on the shared listener. Each checks by itself who calls. */
export function webhookRoute(http: HttpListener): NonNullable<PlatformHost["route"]> {
  return async (prefix, handle) => {
    const served = await http.route(prefix, {
      public: true,
      async handle({ request, body }, response) {
        const headers = new Headers();
        for (const [name, value] of Object.entries(request.headers))
          if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
        const answer = await handle({ headers, body });
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        response.end(Buffer.from(await answer.arrayBuffer()));
      },
    });
    return { url: served.url.href, close: served.close };
  };
}

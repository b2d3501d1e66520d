import type { Endpoint } from "./endpoint.ts";
import { openApiDocument } from "./openapi.ts";
import { pagePolicy } from "./trust/security-headers.ts";

export interface ServerEndpointOptions {
  /** Those beside these. */
  readonly endpoints: readonly Endpoint[];
  readonly version: string;
  readonly metrics: () => string;
  readonly page: ((request: Request) => Response | Promise<Response>) | undefined;
}

/** What there is to know about the server itself. */
export function serverEndpoints({
  endpoints,
  version,
  metrics,
  page = defaultPage,
}: ServerEndpointOptions): readonly Endpoint[] {
  let document: string | undefined;
  const own: readonly Endpoint[] = [
    {
      ...{ method: "GET", path: "/openapi.json", access: "read", name: "openApi" },
      summary: "This API, as OpenAPI 3.1.",
      stream: "application/json",
      async handle() {
        document ??= JSON.stringify(openApiDocument([...endpoints, ...own], version));
        return await Promise.resolve(
          new Response(document, { headers: { "content-type": "application/json" } }),
        );
      },
    },
    {
      ...{ method: "GET", path: "/metrics", access: "inspect", name: "metrics" },
      summary: "Numbers about the server, as Prometheus reads them.",
      stream: "text/plain",
      handle: async () =>
        await Promise.resolve(
          new Response(metrics(), {
            headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
          }),
        ),
    },
    {
      ...{ method: "GET", path: "/", access: "read", name: "page" },
      summary: "A page for people.",
      stream: "text/html",
      async handle({ request }) {
        const response = await page(request);
        if (!response.headers.has("content-security-policy"))
          response.headers.set("content-security-policy", pagePolicy);
        return response;
      },
    },
  ];
  return own;
}

function defaultPage(): Response {
  const text =
    "<!doctype html><html lang=en><meta charset=utf-8><title>Hermes</title><p>Hermes is here. Its API is described by <a href=/openapi.json>/openapi.json</a>.";
  return new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } });
}

import type { Endpoint } from "./endpoint.ts";
import { openApiDocument } from "./openapi.ts";

export interface ServerEndpointOptions {
  /** Those beside these. */
  readonly endpoints: readonly Endpoint[];
  readonly version: string;
  readonly metrics: () => string;
}

/** What there is to know about the server itself. */
export function serverEndpoints({ endpoints, version, metrics }: ServerEndpointOptions): readonly Endpoint[] {
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
  ];
  return own;
}

import type { OpenEndpoint } from "./endpoint.ts";
import { refused } from "./errors/refusal.ts";
import type { Links } from "./trust/links.ts";

/** What needs no token. */
export function openEndpoints(links: Links): readonly OpenEndpoint[] {
  const health = (): Response => Response.json({ status: "ok" });
  return [
    { path: "/health", summary: "Whether it answers.", handle: health },
    { path: "/v1/health", summary: "The same.", handle: health },
    {
      path: "/link/{code}",
      summary: "Lets a browser in, once.",
      handle({ params, connection }) {
        const cookie = links.use(params["code"] ?? "", connection.isSecure === true);
        if (cookie === undefined)
          throw refused("API_LINK_USED", "This link was used, or is too old.", {
            hint: "Ask for a new one where the server was started.",
          });
        return new Response(null, { status: 303, headers: { location: "/", "set-cookie": cookie } });
      },
    },
  ];
}

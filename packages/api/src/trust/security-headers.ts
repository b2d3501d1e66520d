/** Of every answer: nothing of it is a page, a script or a frame of another one, unless it says so itself. */
const everywhere: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/** Adds them; what the answer says itself stays. */
export function withSecurityHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(everywhere)) if (!headers.has(name)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** For pages of origins that the options name. */
export function withCors(response: Response, origin: string): Response {
  const headers = new Headers(response.headers);
  headers.set("access-control-allow-origin", origin);
  headers.append("vary", "origin");
  headers.set("access-control-expose-headers", "x-hermes-session-id, retry-after");
  headers.set("cross-origin-resource-policy", "cross-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

export function preflight(origin: string): Response {
  return withCors(
    new Response(null, {
      status: 204,
      headers: {
        "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
        "access-control-allow-headers":
          "authorization, content-type, idempotency-key, last-event-id, x-hermes-session-id",
        "access-control-max-age": "600",
      },
    }),
    origin,
  );
}

import type { GatewayStatus } from "@hermes/gateway";
import type { HttpListener } from "@hermes/runtime";

/**
 * Serves `/health`, open and without a word of anybody, and `/health/detailed` for who has the token.
 *
 * @param token Absent: details are not served.
 * @returns The address of `/health`.
 */
export async function serveHealth(
  http: HttpListener,
  status: () => Promise<GatewayStatus>,
  token: string | undefined,
): Promise<string> {
  const served = await http.route("/health", {
    public: true,
    async handle(_, response) {
      const { state, platforms } = await status();
      const isWell = state === "running" && platforms.every((platform) => platform.state === "up");
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ status: isWell ? "ok" : "degraded", state }));
    },
  });
  if (token !== undefined)
    await http.route("/health/detailed", {
      token,
      async handle(_, response) {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(await status()));
      },
    });
  return served.url.href;
}

import { HermesError } from "@hermes/registry";
import { jsonOf } from "../../http/request-once.ts";
import { isHmac, isSameSecret } from "../../http/same-secret.ts";
import type { PlatformHost, RouteRequest } from "../platform.ts";
import { webhookSchema, type WhatsAppWebhook } from "./webhook-schema.ts";
import { whatsappLimits } from "./whatsapp-limits.ts";

export interface WebhookOptions {
  readonly host: PlatformHost;
  readonly appSecret: string;
  readonly verifyToken: string;
  /** Resolves once everything in it is kept. */
  readonly receive: (webhook: WhatsAppWebhook) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Takes what Meta posts to `/whatsapp/webhook`. One at a time, so that it stays in order; what is not kept is answered with 500 and
 * comes again, for up to seven days.
 *
 * @throws {HermesError} `PLATFORM_UNSUPPORTED` without a listener.
 */
export async function openWebhook(options: WebhookOptions): Promise<{ close(): void }> {
  const { host, signal } = options;
  if (host.route === undefined)
    throw new HermesError("WhatsApp needs the HTTP listener, which this program has not.", {
      code: "PLATFORM_UNSUPPORTED",
      hint: "Run it in the gateway: WhatsApp is only heard where it can post to.",
    });
  let before: Promise<void> = Promise.resolve();
  const handle = async (request: RouteRequest): Promise<Response> => {
    if (request.path !== "/webhook") return status(404);
    if (request.method === "GET") return greet(request, options);
    if (request.method !== "POST")
      return new Response(null, { status: 405, headers: { allow: "GET, POST" } });
    const { headers, body } = request;
    const [, given = ""] = /^sha256=([\da-f]{64})$/i.exec(headers.get("x-hub-signature-256") ?? "") ?? [];
    if (!isHmac(given, { secret: options.appSecret, body: [body] })) return status(401);
    if (signal.aborted) return status(503);
    const { data } = webhookSchema.safeParse(jsonOf(new TextDecoder().decode(body)));
    if (data === undefined) return status(400);
    const kept = before.then(() => options.receive(data));
    before = kept.catch(() => undefined);
    try {
      await kept;
      return status(200);
    } catch (error) {
      host.log("error", "A message could not be kept; it comes again.", { error: String(error) });
      return status(500);
    }
  };
  return await host.route("/whatsapp", handle, { maxBodyBytes: whatsappLimits.webhookBytes });
}

/** Meta asks once whether the address is ours. */
function greet({ query }: RouteRequest, { verifyToken }: WebhookOptions): Response {
  const isOurs = isSameSecret(query.get("hub.verify_token") ?? "", verifyToken);
  if (query.get("hub.mode") !== "subscribe" || !isOurs) return status(403);
  return new Response(query.get("hub.challenge") ?? "", {
    headers: { "content-type": "text/plain", "x-content-type-options": "nosniff" },
  });
}

function status(code: number): Response {
  return new Response(null, { status: code });
}

import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { jsonOf } from "../../http/request-once.ts";
import { isHmac } from "../../http/same-secret.ts";
import type { PlatformHost, RouteRequest } from "../platform.ts";
import type { SlackIncoming } from "./slack-receiver.ts";

export interface EventsApiOptions {
  readonly host: PlatformHost;
  readonly secret: string;
  readonly receiver: SlackIncoming;
  readonly onHeard: () => void;
  /** Slack waits for three seconds. */
  readonly acknowledgeMs: number;
  readonly signal: AbortSignal;
}

const postSchema = z.object({
  type: z.string(),
  challenge: z.string().max(1_000).optional(),
  event: z.unknown().optional(),
});
const maxAgeMs = 300_000;

/**
 * Takes what Slack posts to `/slack/events`, `/slack/interactive` and `/slack/commands` of the shared listener. What was not kept in
 * time is answered with 503: Slack posts it again.
 *
 * @throws {HermesError} `PLATFORM_UNSUPPORTED` without a listener
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export async function openEventsApi(options: EventsApiOptions): Promise<{ close(): void }> {
  const { host, receiver, onHeard, signal } = options;
  if (host.route === undefined)
    throw new HermesError("The Events API needs the HTTP listener, which this program has not.", {
      code: "PLATFORM_UNSUPPORTED",
      hint: "Set SLACK_APP_TOKEN: then Slack is connected to by Socket Mode.",
    });
  return await host.route("/slack", async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const refused = refusalOf(request, options.secret, host.now());
    if (refused === "late")
      host.log(
        "warn",
        "Slack signed a post at another time than now: it was sent again, or the clock here is wrong.",
      );
    if (refused !== undefined) return new Response(null, { status: 401 });
    if (signal.aborted) return new Response(null, { status: 503 });
    onHeard();
    const body = new TextDecoder().decode(request.body);
    try {
      return await soon(answer(request.path, body, receiver), options.acknowledgeMs);
    } catch (error) {
      host.log("error", "What Slack posted could not be kept; it comes again.", { error: String(error) });
      return new Response(null, { status: 503 });
    }
  });
}

async function answer(path: string, body: string, receiver: SlackIncoming): Promise<Response> {
  const form = new URLSearchParams(body);
  if (path === "/interactive") await receiver.actions(jsonOf(form.get("payload") ?? ""));
  else if (path === "/commands") {
    const text = await receiver.command(Object.fromEntries(form));
    if (text !== undefined) return Response.json({ response_type: "ephemeral", text });
  } else if (path === "/events") {
    const post = postSchema.safeParse(jsonOf(body)).data;
    if (post === undefined) return new Response(null, { status: 400 });
    if (post.type === "url_verification")
      return new Response(post.challenge ?? "", { headers: { "content-type": "text/plain" } });
    if (post.type === "event_callback") await receiver.event(post.event);
  } else return new Response(null, { status: 404 });
  return new Response(null, { status: 200 });
}

/** The time is signed with the body, so that an old post can't be sent once more. */
function refusalOf(
  { headers, body }: RouteRequest,
  secret: string,
  now: number,
): "forged" | "late" | undefined {
  const at = headers.get("x-slack-request-timestamp") ?? "";
  const given = headers.get("x-slack-signature") ?? "";
  if (!/^\d{1,12}$/.test(at) || !given.startsWith("v0=")) return "forged";
  if (!isHmac(given.slice(3), { secret, body: [`v0:${at}:`, body] })) return "forged";
  return Math.abs(now - Number(at) * 1_000) > maxAgeMs ? "late" : undefined;
}

async function soon<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("It took too long.")), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

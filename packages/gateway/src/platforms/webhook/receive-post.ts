import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { jsonOf } from "../../http/request-once.ts";
import { setNewest } from "../drop-oldest.ts";
import type { PlatformHost, RouteRequest } from "../platform.ts";
import { renderPrompt } from "./render-prompt.ts";
import { replayWindowMs, type VerifiedPost, verifyPost } from "./signatures.ts";
import type { WebhookRoute, WebhookSettings } from "./webhook-settings.ts";

export interface ReceivePostOptions {
  readonly host: PlatformHost;
  readonly routes: WebhookSettings["routes"];
  readonly signal: AbortSignal;
  /** After each post that was kept. */
  readonly onKept: () => void;
}

/** More than what the rate limits of most programs let through within the window. */
const maxPosted = 10_000;

/** Answers what is posted to the routes: nothing of it is read before its signature holds. */
export function createReceivePost(options: ReceivePostOptions): (request: RouteRequest) => Promise<Response> {
  const { host, routes, signal, onKept } = options;
  const takenAt = new Map<string, number[]>();

  const posted = new Map<string, { readonly id: string; readonly at: number }>();

  /** Within the window the same body under another delivery id is the post that came before: nothing signed says otherwise. */
  function idOf({ id, digest }: VerifiedPost): string {
    if (digest === undefined) return id;
    const now = host.now();
    const before = posted.get(digest);
    if (before !== undefined && now - before.at <= replayWindowMs) return before.id;
    setNewest(posted, digest, { id, at: now }, maxPosted);
    return id;
  }

  /** Milliseconds to wait, or 0. */
  function waitMs(name: string, { rate_limit: limit }: WebhookRoute): number {
    const now = host.now();
    const recent = (takenAt.get(name) ?? []).filter((at) => Math.abs(now - at) < 60_000);
    const [first = now] = recent;
    const isOver = recent.length >= limit;
    takenAt.set(name, isOver ? recent : [...recent, now]);
    return isOver ? 60_000 - (now - first) : 0;
  }

  return async function receive({ method, path, headers, body }) {
    const name = path.replace(/^\//, "").replace(/\/$/, "");
    const route = Object.hasOwn(routes, name) ? routes[name] : undefined;
    if (route === undefined) return problem(404, "No such route.");
    if (method !== "POST") return problem(405, "Only POST is answered here.", { allow: "POST" });
    if (signal.aborted) return problem(503, "Stopping.", { "retry-after": "5" });
    const verified = verifyPost(route, { headers, body, now: host.now() });
    if (verified === undefined) return problem(401, "The signature does not hold, or is too old.");
    const wait = waitMs(name, route);
    if (wait > 0) return problem(429, "Too many.", { "retry-after": String(Math.ceil(wait / 1_000)) });
    const content = postedOf(headers, body);
    if (content.value === undefined) return problem(400, "The body is no JSON.");
    const event = eventOf(headers, content.value);
    if (route.events.length > 0 && !route.events.includes(event ?? ""))
      return Response.json({ status: "ignored", event: event ?? null });
    const id = idOf(verified);
    const text = renderPrompt(route.prompt, content);
    try {
      if (route.deliver_only) await deliver(name, route, id, text);
      else await hand(name, route, id, text);
    } catch (error) {
      if (HermesError.is(error) && error.code === "PLATFORM_NO_TARGET") {
        host.log("error", "What was posted has nowhere to go.", { route: name, reason: error.message });
        return problem(502, "The target of this route is not there.");
      }
      host.log("error", "What was posted could not be kept.", { route: name, error: String(error) });
      return problem(503, "It could not be kept; send it again.", { "retry-after": "5" });
    }
    onKept();
    return Response.json({ status: "accepted", id }, { status: 202 });
  };

  async function deliver(name: string, route: WebhookRoute, id: string, markdown: string): Promise<void> {
    if (host.deliver === undefined) throw new Error("this program hands nothing on");
    // Without a target there is an address, which the route itself posts to.
    await host.deliver(route.deliver ?? `webhook:${name}`, { key: `webhook:${name}:${id}`, markdown });
  }

  async function hand(name: string, route: WebhookRoute, id: string, text: string): Promise<void> {
    const thread = route.session === "delivery" ? { threadId: id } : {};
    await host.message({
      at: { platform: "webhook", chatId: name, ...thread },
      ...{ messageId: id, updateId: `${name}/${id}` },
      ...{ chatKind: "dm", chatTitle: name, isAddressed: true, isUntrusted: true, files: [] },
      sender: { userId: name, name: `webhook ${name}`, isBot: false },
      text,
      sentAt: host.now(),
    });
  }
}

/** The JSON that was posted, also in the field `payload` of a form, as GitHub can send it. curl calls JSON a form, too. */
function postedOf(headers: Headers, body: Uint8Array): { readonly raw: string; readonly value: unknown } {
  const text = new TextDecoder().decode(body);
  const value = jsonOf(text);
  const isForm = headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") === true;
  if (value !== undefined || !isForm) return { raw: text, value };
  const raw = new URLSearchParams(text).get("payload") ?? "";
  return { raw, value: jsonOf(raw) };
}

const named = z.looseObject({ event_type: z.string().optional(), type: z.string().optional() });

function eventOf(headers: Headers, value: unknown): string | undefined {
  const header = headers.get("x-github-event") ?? headers.get("x-gitlab-event");
  const body = named.safeParse(value).data;
  return header ?? body?.event_type ?? body?.type;
}

function problem(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ error }, { status, headers });
}

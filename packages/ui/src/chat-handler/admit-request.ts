import { z } from "zod";
import type { HandlerOptions } from "./handler-options.ts";
import { refused } from "./refusal.ts";

/**
 * Refuses what a page of another origin sends in the name of its visitor. Programs that are no browsers send no origin.
 *
 * @throws {HermesError} `UI_FORBIDDEN_HOST`, `UI_FORBIDDEN_ORIGIN`.
 */
export function checkOrigin(
  request: Request,
  { origins = [], hosts }: Pick<HandlerOptions, "origins" | "hosts">,
): void {
  const own = ownHost(request);
  if (hosts !== undefined && !hosts.includes(own) && !hosts.includes(withoutPort(own)))
    throw refused("UI_FORBIDDEN_HOST", `Requests for "${own}" are refused.`);
  const origin = request.headers.get("origin");
  if (origin !== null && origins.includes(origin)) return;
  const site = request.headers.get("sec-fetch-site");
  // The browser knows more than the host tells: the http: page of the host that serves https: is another site.
  const isForeign =
    origin === null
      ? site === "cross-site"
      : own === "" || hostOf(origin) !== own || site === "cross-site" || site === "same-site";
  if (isForeign)
    throw refused("UI_FORBIDDEN_ORIGIN", `Requests from ${origin ?? "another site"} are refused.`);
}

/**
 * @returns Who answers questions.
 * @throws {HermesError} `UI_FORBIDDEN` for anything but `true` and a visitor.
 */
export async function authorize(
  request: Request,
  sessionId: string,
  { authorize: ask }: Pick<HandlerOptions, "authorize">,
): Promise<string> {
  if (ask === undefined) return "web";
  // In JavaScript a lookup that found nobody gives undefined, which must not open the door.
  const allowed: unknown = await ask(request, sessionId);
  if (allowed === true) return "web";
  const visitor = visitorSchema.safeParse(allowed);
  if (visitor.success) return `web:${visitor.data.userId}`;
  throw refused("UI_FORBIDDEN", `The session "${sessionId}" is not the visitor's.`);
}

const visitorSchema = z.object({ userId: z.string().min(1) });

function ownHost(request: Request): string {
  return request.headers.get("host") ?? new URL(request.url).host;
}

/** Empty for the `null` of a sandboxed page. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : "";
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, "");
}

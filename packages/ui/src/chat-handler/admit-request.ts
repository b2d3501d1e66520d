import type { HandlerOptions } from "./handler-options.ts";
import { refused } from "./refusal.ts";

/**
 * Refuses what a page of another origin sends in the name of its visitor. Programs that are no browsers send no origin.
 *
 * @throws {HermesError} `UI_FORBIDDEN_ORIGIN`.
 */
export function checkOrigin(request: Request, { origins = [] }: Pick<HandlerOptions, "origins">): void {
  const origin = request.headers.get("origin");
  const isForeign =
    origin === null
      ? request.headers.get("sec-fetch-site") === "cross-site"
      : !origins.includes(origin) && hostOf(origin) !== ownHost(request);
  if (isForeign)
    throw refused("UI_FORBIDDEN_ORIGIN", `Requests from ${origin ?? "another site"} are refused.`);
}

/**
 * @returns Who answers questions.
 * @throws {HermesError} `UI_FORBIDDEN`.
 */
export async function authorize(
  request: Request,
  sessionId: string,
  { authorize: ask }: Pick<HandlerOptions, "authorize">,
): Promise<string> {
  const allowed = (await ask?.(request, sessionId)) ?? true;
  if (allowed === false) throw refused("UI_FORBIDDEN", `The session "${sessionId}" is not the visitor's.`);
  return allowed === true ? "web" : `web:${allowed.userId}`;
}

function ownHost(request: Request): string {
  return request.headers.get("host") ?? new URL(request.url).host;
}

/** Empty for the `null` of a sandboxed page. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : "";
}

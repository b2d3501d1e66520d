import { z } from "zod";

export type TriedToken =
  | { readonly ok: true; readonly as: string }
  | { readonly ok: false; readonly reason: string };

const answer = z.object({
  ok: z.boolean(),
  description: z.string().max(500).optional(),
  result: z.object({ first_name: z.string(), username: z.string().optional() }).optional(),
});

/** Asks Telegram who a token is of. Never throws. */
export async function tryTelegram(token: string, root = "https://api.telegram.org"): Promise<TriedToken> {
  try {
    const response = await fetch(`${root.replace(/\/+$/, "")}/bot${token}/getMe`, {
      signal: AbortSignal.timeout(15_000),
    });
    const { ok, result, description } = answer.parse(await response.json());
    if (ok && result !== undefined)
      return { ok, as: result.username === undefined ? result.first_name : `@${result.username}` };
    return { ok: false, reason: `Telegram does not know this token: ${description ?? response.status}.` };
  } catch {
    // The error of fetch may hold the address, and that the token.
    return { ok: false, reason: `${root} did not answer as Telegram does.` };
  }
}

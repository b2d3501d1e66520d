import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { httpFailure } from "../../http/http-outcome.ts";
import type { SendFailure, SendOutcome } from "../platform.ts";
import type { GraphAnswer } from "./graph-api.ts";

export const unauthorisedHint =
  "Make a token of a system user that does not expire (business.facebook.com, Settings, System users; with whatsapp_business_messaging and whatsapp_business_management), and set WHATSAPP_CLOUD_ACCESS_TOKEN.";
const phoneHint =
  "Look at WHATSAPP_CLOUD_PHONE_NUMBER_ID (the id below the number at WhatsApp, API Setup; not the number itself), and whether the token may use it.";

export const windowReason =
  "the person wrote more than 24 hours ago, and after that WhatsApp takes only templates: they have to write first, or set a template";

/** Nothing was accepted, and later it may be. */
const retried: ReadonlySet<number> = new Set([
  2, 4, 80_007, 130_429, 131_016, 131_048, 131_056, 131_057, 133_004,
]);

/** @see https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const failures: Readonly<Record<number, readonly [code: SendFailure, hint?: string]>> = {
  0: ["unauthorised"],
  3: ["forbidden"],
  10: ["forbidden", "the token lacks whatsapp_business_messaging"],
  33: ["unauthorised"],
  100: ["bad-content"],
  190: ["unauthorised"],
  368: ["forbidden", "Meta restricts the account: look at Business Support Home"],
  130_403: ["forbidden"],
  130_472: ["forbidden"],
  130_497: ["forbidden", "the account may not write to that country"],
  131_005: ["forbidden", "the token lacks whatsapp_business_messaging"],
  131_008: ["bad-content"],
  131_009: ["bad-content"],
  131_021: ["bad-content"],
  131_026: ["no-such-chat", "the number is not on WhatsApp, or can't be written to"],
  131_030: ["forbidden", "a test number writes only to the numbers in its list (WhatsApp, API Setup, To)"],
  131_031: ["forbidden", "Meta has locked the account: look at WhatsApp Manager"],
  131_037: ["forbidden", "the display name of the number is not approved yet"],
  131_042: ["forbidden", "something is wrong with the payment: look at WhatsApp Manager"],
  131_045: ["forbidden", "the number is not registered: WhatsApp, API Setup"],
  131_047: ["forbidden", windowReason],
  131_050: ["forbidden"],
  131_051: ["bad-content"],
  131_052: ["bad-content"],
  131_053: ["bad-content"],
  131_062: ["unsupported"],
  133_010: ["forbidden", "the number is not registered: WhatsApp, API Setup"],
};

const sentSchema = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });

/** What an answer to a message means for its row. */
export function outcomeOf(answer: GraphAnswer): SendOutcome {
  if (answer.ok) {
    const id = sentSchema.safeParse(answer.result).data?.messages[0]?.id;
    return id === undefined
      ? { status: "uncertain", reason: "WhatsApp accepted it without saying as which message" }
      : { status: "sent", messageId: id };
  }
  const { code, reason, http } = answer;
  if (code === undefined) return httpFailure(http, reason);
  // To one person about ten messages a minute.
  if (retried.has(code)) return { status: "retry", reason, afterMs: answer.retryAfterMs ?? 6_000 };
  const known = failures[code] ?? familyOf(code);
  return known === undefined
    ? httpFailure(http, reason)
    : { status: "failed", code: known[0], reason: withHint(reason, known[1]) };
}

/** Why a message that was accepted did not arrive after all. */
export function lateReason(code: number | undefined, reason: string): string {
  return withHint(reason, code === undefined ? undefined : failures[code]?.[1]);
}

function familyOf(code: number): readonly [SendFailure, string?] | undefined {
  if (code >= 200 && code < 300) return ["forbidden", "the token may not do that"];
  if (code >= 132_000 && code < 133_000) return ["bad-content", "look at the template in WhatsApp Manager"];
  return undefined;
}

function withHint(reason: string, hint: string | undefined): string {
  return hint === undefined ? reason : `${hint} (${reason})`;
}

/** Why a connection was not made. */
export function connectError(answer: GraphAnswer & { readonly ok: false }, root: string): HermesError {
  const { code, reason, http } = answer;
  if (code === 33 || code === 100 || code === 803)
    return new HermesError("WhatsApp does not know the id of the phone number.", {
      code: "PLATFORM_UNAUTHORISED",
      hint: phoneHint,
    });
  const isRefused = http.answered && (http.status === 401 || http.status === 403);
  const failure = code === undefined ? undefined : (failures[code] ?? familyOf(code))?.[0];
  if (isRefused || failure === "unauthorised" || failure === "forbidden")
    return new HermesError(`WhatsApp refuses the access token: ${reason}.`, {
      code: "PLATFORM_UNAUTHORISED",
      hint: unauthorisedHint,
    });
  return new HermesError(`WhatsApp can't be reached at ${new URL(root).origin}: ${reason}.`, {
    code: "PLATFORM_UNREACHABLE",
    hint: "Look at the connection of this machine, and at WHATSAPP_CLOUD_API_ROOT where it is set.",
  });
}

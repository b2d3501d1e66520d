import { createHash, createHmac } from "node:crypto";
import { isHmac, isSameSecret } from "../../http/same-secret.ts";
import type { WebhookRoute } from "./webhook-settings.ts";

/** How far the clock of a sender may be from ours, in milliseconds: what is older is a replay. */
export const replayWindowMs: number = 5 * 60_000;

export interface SignedPost {
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly now: number;
}

export interface VerifiedPost {
  /** The same each time that it is delivered, as far as the sender says. */
  readonly id: string;
  /** Of a signature that covers no time: what is signed, without the headers that call it a delivery of its own. */
  readonly digest?: string | undefined;
}

/**
 * A post whose signature holds; undefined for one that is forged or too old.
 * The headers say in which way it is signed; each way asks for the secret.
 */
export function verifyPost(
  { secret, signature: wanted }: Pick<WebhookRoute, "secret" | "signature">,
  { headers, body, now }: SignedPost,
): VerifiedPost | undefined {
  const found = ways.find(({ way, header }) => (wanted === "auto" || wanted === way) && headers.has(header));
  const given = found === undefined ? null : headers.get(found.header);
  if (found === undefined || given === null || given === "") return undefined;
  const delivered = deliveryHeaders.map((name) => headers.get(name)).find((id) => id !== null && id !== "");
  const digest = digestOf(body);
  const id = cleanId(delivered ?? digest);
  switch (found.way) {
    case "standard": {
      const [signedId, at] = [headers.get("webhook-id"), headers.get("webhook-timestamp")];
      if (signedId === null || signedId === "" || at === null || !isRecent(at, now)) return undefined;
      const expected = standardSignature(secret, { id: signedId, at, body });
      const holds = given.split(" ").some((each) => isSameSecret(each, expected));
      return holds ? { id: cleanId(signedId) } : undefined;
    }
    case "github":
      return given.startsWith("sha256=") && isHmac(given.slice(7), { secret, body: [body] })
        ? { id, digest }
        : undefined;
    case "gitlab":
      // Its token signs nothing: whoever has it can change the body, too.
      return isSameSecret(given, secret) ? { id } : undefined;
    case "generic": {
      const hex = given.replace(/^sha256=/i, "");
      const at = headers.get("x-webhook-timestamp");
      if (at === null) return isHmac(hex, { secret, body: [body] }) ? { id, digest } : undefined;
      if (!isRecent(at, now) || !isHmac(hex, { secret, body: [`${at}.`, body] })) return undefined;
      // Whoever sends it again within the window could change a header that is not signed.
      return { id: digestOf(`${at}.`, body) };
    }
  }
}

/** Of the first that is there. */
const ways = [
  { way: "standard", header: "webhook-signature" },
  { way: "github", header: "x-hub-signature-256" },
  { way: "gitlab", header: "x-gitlab-token" },
  { way: "generic", header: "x-webhook-signature" },
] as const;

const deliveryHeaders = [
  "x-github-delivery",
  "x-gitlab-event-uuid",
  "idempotency-key",
  "x-request-id",
  "webhook-id",
] as const;

/** `v1,` and the signature in Base64. @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export function standardSignature(
  secret: string,
  {
    id,
    at,
    body,
  }: {
    readonly id: string;
    /** Seconds since 1970. */
    readonly at: string;
    readonly body: string | Uint8Array;
  },
): string {
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : secret;
  return `v1,${createHmac("sha256", key).update(`${id}.${at}.`).update(body).digest("base64")}`;
}

function isRecent(seconds: string, now: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * 1_000 - now) <= replayWindowMs;
}

/** What a sender calls a post is part of the id of a chat. */
function cleanId(id: string): string {
  return /^[\w-]{1,80}$/.test(id) ? id : digestOf(id);
}

function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 32);
}

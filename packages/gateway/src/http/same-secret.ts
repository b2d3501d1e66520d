import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Compares digests, so that neither the length nor the first difference shows in the time it takes. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

/** Whether a signature is the HMAC-SHA256 of these bytes. `given` in hexadecimal, in small or capital letters. */
export function isHmac(
  given: string,
  signed: {
    readonly secret: string;
    /** Parts that are signed one after another. */
    readonly body: readonly (string | Uint8Array)[];
  },
): boolean {
  const hmac = createHmac("sha256", signed.secret);
  for (const part of signed.body) hmac.update(part);
  return isSameSecret(given.toLowerCase(), hmac.digest("hex"));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

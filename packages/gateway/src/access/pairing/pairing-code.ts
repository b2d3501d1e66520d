import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Letters and figures that nobody takes for one another. */
export const codeAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

const codeLength = 8;

/** What is kept of a code. */
export interface HashedCode {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

export function createCode(): string {
  // 32 symbols: five bits of each byte, so that all are as likely.
  return Array.from(randomBytes(codeLength), (byte) => codeAlphabet[byte % codeAlphabet.length]).join("");
}

export function hashCode(code: string, salt: Uint8Array = randomBytes(16)): HashedCode {
  return { salt, hash: createHash("sha256").update(salt).update(tidyCode(code)).digest() };
}

/** Takes as long for every wrong code. */
export function isCode(typed: string, { salt, hash }: HashedCode): boolean {
  return timingSafeEqual(hashCode(typed, salt).hash, hash);
}

/** People type small letters, and blanks to read it better. */
function tidyCode(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toUpperCase();
}

import { randomBytes } from "node:crypto";
import { credentialFile } from "./credential-file.ts";

const keyBytes = 32;

/**
 * Signs the cookies of browsers; kept, so that they hold after a restart. Made where there is none, and anew where the file holds
 * something else: browsers then need another link.
 *
 * @param home Makes the folder of Hermes where there is none.
 * @throws {HermesError} `API_COOKIE_KEY_LOCKED`
 */
export async function apiCookieKey(home: () => Promise<string>): Promise<Uint8Array> {
  const kept = credentialFile({ home, name: "api-cookie-key", lockedCode: "API_COOKIE_KEY_LOCKED" });
  return await kept.change((before) => {
    const key = Buffer.from(before?.trim() ?? "", "base64url");
    if (key.length === keyBytes) return { result: key };
    const made = randomBytes(keyBytes);
    return { text: made.toString("base64url"), result: made };
  });
}

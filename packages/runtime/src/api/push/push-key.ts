import { HermesError } from "@hermes/registry";
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import * as z from "zod";
import { credentialFile, parsedJson } from "../credential-file.ts";

/** With which this server says to push services who it is (VAPID). */
export interface PushKey {
  /** 65 bytes of a point on P-256, as base64url. */
  readonly publicKey: string;
  /**
   * The value of `Authorization`, good for half a day.
   *
   * @param origin Of the push service.
   * @param now Milliseconds since 1970.
   * @see https://www.rfc-editor.org/rfc/rfc8292#section-3
   */
  authorizationFor(origin: string, now: number): string;
}

/** Push services write to it where a server troubles them. */
const contact = "https://github.com/hermes-ts/hermes";
/** The longest is a day. */
const validSeconds = 12 * 60 * 60;

const part = z.string().regex(/^[\w-]{43}$/);
const jwk = z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: part, y: part, d: part });
type Jwk = z.infer<typeof jwk>;

/**
 * The key pair of a home, made where there is none. Browsers know it: with another one they would have to be asked again.
 *
 * @param home Makes the folder of Hermes where there is none.
 * @throws {HermesError} `API_PUSH_LOCKED`, `API_PUSH_UNREADABLE`
 */
export async function openPushKey(home: () => Promise<string>): Promise<PushKey> {
  const file = credentialFile({ home, name: "push-key.json", lockedCode: "API_PUSH_LOCKED" });
  const path = await file.path();
  return pushKeyOf(
    await file.change((before) => {
      if (before !== undefined) return { result: parse(before, path) };
      const made = jwk.parse(
        generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
      );
      return { text: JSON.stringify(made), result: made };
    }),
  );
}

function parse(text: string, path: string): Jwk {
  const parsed = jwk.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  throw new HermesError(`${path} does not hold a key.`, {
    code: "API_PUSH_UNREADABLE",
    hint: "Move it away, and turn notifications off and on again in each browser.",
  });
}

function pushKeyOf(key: Jwk): PushKey {
  const privateKey = createPrivateKey({ key, format: "jwk" });
  const point = [Buffer.of(4), Buffer.from(key.x, "base64url"), Buffer.from(key.y, "base64url")];
  const publicKey = Buffer.concat(point).toString("base64url");
  return {
    publicKey,
    authorizationFor(origin, now) {
      const claims = { aud: origin, exp: Math.floor(now / 1_000) + validSeconds, sub: contact };
      const said = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`;
      const signature = sign("sha256", Buffer.from(said), { key: privateKey, dsaEncoding: "ieee-p1363" });
      return `vapid t=${said}.${signature.toString("base64url")}, k=${publicKey}`;
    },
  };
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

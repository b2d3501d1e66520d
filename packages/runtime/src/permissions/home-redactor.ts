import type { HomeCredentials } from "../models/home-credentials.ts";
import { knownSecrets, type SecretPlaces } from "./known-secrets.ts";

/** Takes the secrets of a home out of a text, those included that logins are renewed to meanwhile. */
export async function homeRedactor({
  credentials,
  ...places
}: Omit<SecretPlaces, "stored"> & { readonly credentials: HomeCredentials }): Promise<
  (text: string) => string
> {
  const [{ createRedactor }, stored] = await Promise.all([
    import("@hermes/redaction"),
    credentials.secrets(),
  ]);
  const make = (): ((text: string) => string) =>
    createRedactor({ knownSecrets: knownSecrets({ ...places, stored }) });
  let count = stored.size;
  let redact = make();
  return (text) => {
    if (stored.size !== count) {
      count = stored.size;
      redact = make();
    }
    return redact(text);
  };
}

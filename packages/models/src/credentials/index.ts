/** Keys and logins of a home: a file for several processes, and a pool that gives a request its key. */
export { AuthFile } from "./auth-file.ts";
export type { AuthContent } from "./auth-file.ts";
export { createCredentialPool, listCredentials, storedKeys } from "./credential-pool.ts";
export type {
  CredentialPoolOptions,
  CredentialsInUse,
  ListedCredential,
  SeededKey,
  StoredKey,
} from "./credential-pool.ts";
export { addCredential, removeCredential } from "./edit-credentials.ts";
export type { NewCredential } from "./edit-credentials.ts";
export { keepLogin, listLogins } from "./keep-login.ts";
export type { NewLogin, ProviderLogin } from "./keep-login.ts";
export type { EndedLogin, Renew, RenewedLogin } from "./refresh-login.ts";
export { homeOfEntry, lastFour } from "./stored-credential.ts";
export type { CredentialState, StoredCredential } from "./stored-credential.ts";

import type { PushNews } from "@hermes/client/contract";

/** Tells browsers that a turn waits or has ended, through the push service that each of them names. */
export interface PushPort {
  /** Of the server (VAPID): 65 bytes of a point on P-256, as base64url. */
  publicKey(): Promise<string>;
  /** @throws {HermesError} `API_BAD_REQUEST` for an address that is none of a push service. */
  add(endpoint: string): Promise<void>;
  remove(endpoint: string): Promise<void>;
  /** The newest thing that waits, or else that has ended. */
  news(): Promise<PushNews>;
}

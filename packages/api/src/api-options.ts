import type { Role } from "@hermes/client/contract";
import type { PageFiles } from "./page/page-files.ts";
import type { HomePorts } from "./ports/home-ports.ts";

/** Who may come in. */
export interface ApiToken {
  /** Of whom it is: for a user, that of all its sessions. Unique. */
  readonly name: string;
  readonly role: Role;
  /** The token itself, of at least 16 characters, or its SHA-256 in hexadecimal digits. */
  readonly token?: string | undefined;
  readonly sha256?: string | undefined;
}

export interface ApiLimits {
  /** Requests of one token, or of one address without one, per minute. @default 600 */
  readonly requestsPerMinute?: number | undefined;
  /** Bytes of a body. @default 10_000_000 */
  readonly maxBodyBytes?: number | undefined;
  /** WebSockets and event streams at once. @default 2_000 */
  readonly maxStreams?: number | undefined;
  /** Bytes that wait for a slow WebSocket: nothing more is read for it until it has taken them. @default 256_000 */
  readonly maxWaitingBytes?: number | undefined;
  /** How long a WebSocket may take nothing of them, before it is dropped. @default 30_000 */
  readonly stalledMs?: number | undefined;
}

export interface ApiOptions {
  readonly home: HomePorts;
  readonly tokens: readonly ApiToken[];
  /** Of this program, for OpenAPI. @default "0.0.0" */
  readonly version?: string | undefined;
  /** Names, without a port, by which it is reached beside those of loopback. @default none */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins whose pages may call it, such as `https://app.example.com`: they get CORS headers. @default none but its own */
  readonly origins?: readonly string[] | undefined;
  /** What is served at `/` and below, without a token. @default a page that says that it works */
  readonly page?: PageFiles | undefined;
  /** 32 secret bytes that sign the cookies of browsers: with the same ones they hold after a restart. @default random ones */
  readonly cookieKey?: Uint8Array | undefined;
  readonly limits?: ApiLimits | undefined;
  /** A comment is sent on streams after so long without an event. @default 15_000 */
  readonly heartbeatMs?: number | undefined;
  /** Told of what clients are not: why a request failed. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

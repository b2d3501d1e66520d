import type { Api, ApiLimits, GatewayPort } from "@hermes/api";
import type { PushChoice } from "./push/push-choice.ts";

export interface ApiChoice {
  /** Of Hermes, as clients are told. @default "0.0.0" */
  readonly version?: string | undefined;
  /** Of the owner. @default the one that the home keeps, made where there is none */
  readonly token?: string | undefined;
  /** Names, without a port, by which it is reached beside those of loopback. @default those of the listener */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins whose pages may call it. @default none but its own */
  readonly origins?: readonly string[] | undefined;
  readonly limits?: ApiLimits | undefined;
  /** The gateway, and who may speak to it. Absent: it counts as stopped, and nothing else of it is told. */
  readonly gateway?: GatewayPort | undefined;
  /** A folder, absolute, with the page that is served at `/`. @default a page that says that it works */
  readonly page?: string | undefined;
  readonly push?: PushChoice | undefined;
}

/** This home over HTTP and WebSocket. Opens no session and no store before a request needs it. */
export interface HomeApi extends AsyncDisposable {
  /**
   * Serves it at all paths of the runtime's listener that no other part has.
   *
   * @throws what `HttpListener.route` throws.
   */
  serveHttp(): Promise<{ readonly url: URL }>;
  readonly fetch: Api["fetch"];
  /** A path that lets a browser in once. */
  readonly createLink: Api["createLink"];
}

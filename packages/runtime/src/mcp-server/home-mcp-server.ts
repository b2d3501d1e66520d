import type { Readable, Writable } from "node:stream";
import type { ChannelsPort } from "@hermes/mcp/server";

export interface McpServerChoice {
  /** Of Hermes, as clients are told. */
  readonly version: string;
  /** Only what changes nothing. @default false */
  readonly readOnly?: boolean | undefined;
  /** Chat platforms. Absent: none is connected. */
  readonly channels?: ChannelsPort | undefined;
}

/** This home, for other programs of the person. */
export interface HomeMcpServer extends AsyncDisposable {
  /** One client by its pipes, until it closes its end or `signal` is aborted. */
  serveStdio(streams: {
    readonly input: Readable;
    /** Gets the protocol and nothing else. */
    readonly output: Writable;
    readonly signal: AbortSignal;
  }): Promise<void>;
  /**
   * Any number of clients, by `/mcp` of the runtime's listener; `/health` answers anyone.
   *
   * @throws {HermesError} `RUNTIME_MCP_OPEN` for an address that is not loopback without a token; what `HttpListener.route` throws.
   */
  serveHttp(options: {
    /** What clients show. @default one that is made here */
    readonly token?: string | undefined;
    /** No token is asked for. Only on loopback. @default false */
    readonly noAuth?: boolean | undefined;
  }): Promise<{ readonly url: URL; readonly token: string | undefined }>;
}

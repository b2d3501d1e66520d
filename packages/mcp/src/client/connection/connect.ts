import { basename } from "node:path";
import type { Client, ClientCapabilities, Transport } from "@modelcontextprotocol/client";
import type { McpProcess, McpServerOptions } from "../mcp-server.ts";
import { isPackageRunner } from "../process/package-runner.ts";
import { serverEnvironment } from "../process/server-environment.ts";
import { spawnServer } from "../process/spawn-server.ts";
import type { HttpTransport, McpServerEntry, StdioTransport } from "../server-entry.ts";
import { harmlessLine } from "../texts/harmless-text.ts";
import { assumeComplete } from "./assume-complete.ts";
import { createConnectClock } from "./connect-clock.ts";
import { limitFetch } from "./limit-fetch.ts";
import type { Sdk } from "./load-sdk.ts";
import { openHttpTransport } from "./open-http-transport.ts";
import { serverFetch } from "./server-fetch.ts";
import { createStdioTransport } from "./stdio-transport.ts";
import { watchTransport } from "./watch-transport.ts";

/** What is known of a server from an earlier connection. */
export interface KnownWays {
  /** It answers the old handshake and not the new one. */
  readonly era?: "modern" | "legacy" | undefined;
  /** It has the transport of 2024-11-05 only. */
  readonly sse?: boolean | undefined;
}

export interface ConnectOptions {
  readonly sdk: Sdk;
  readonly entry: McpServerEntry;
  readonly server: McpServerOptions;
  readonly ways: KnownWays;
  readonly signal: AbortSignal;
  /** What the process writes on stderr. */
  readonly onStderr: (piece: Buffer) => void;
  /** Called once, before the first request, to register what the server may ask for. */
  readonly prepare: (client: Client) => void;
  /** Called when it takes long because a package runner, of this name, may be downloading. */
  readonly onDownloading: (runner: string) => void;
  /** Called when a server that was taken for an old one answers the new handshake after all. */
  readonly onLateAnswer: () => void;
}

/** One connection with a server, from its handshake to its end. */
export interface Connection {
  readonly sdk: Sdk;
  readonly client: Client;
  readonly kind: "process" | "http" | "sse";
  readonly era: "modern" | "legacy";
  /** What to remember for the next time. */
  readonly ways: KnownWays;
  readonly sessionId: () => string | undefined;
  /** Milliseconds since 1970. */
  readonly lastHeardAt: () => number;
  /** Resolves when it can't be used any more. `quiet`: the process ended by itself and said that all is well. */
  readonly ended: Promise<{ readonly reason: string; readonly quiet: boolean }>;
  readonly isEnded: () => boolean;
  /** Ends it, and with it the process. Resolves when nothing of it is left. */
  end(): Promise<void>;
}

const maxMessageBytes = 10 * 1024 * 1024;
const probeTimeoutMs = 5_000;
const runnerProbeTimeoutMs = 30_000;
/** After that a package runner that says nothing is shown as one that may be downloading. */
const runnerSilenceMs = 2_000;
/** The longest time that a timer of Node takes: times are kept by those who make the requests. */
export const noTimeoutMs: number = 2 ** 31 - 1;
export const capabilities: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: {},
};

/** Connects once. @throws what went wrong, raw: `judgeFailure` reads it. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  options.signal.throwIfAborted();
  const { sdk } = options;
  const { transport } = options.entry;
  if (transport.type === "stdio") return await connectProcess(sdk, options, transport);
  if (transport.type === "sse" || options.ways.sse === true)
    return await connectHttp(sdk, options, transport, "sse");
  try {
    return await connectHttp(sdk, options, transport, "http");
  } catch (error) {
    if (!(error instanceof sdk.SdkHttpError) || (error.status !== 404 && error.status !== 405)) throw error;
    // A server of 2024-11-05 knows no POST at its address.
    try {
      return await connectHttp(sdk, options, transport, "sse");
    } catch {
      throw error;
    }
  }
}

async function connectProcess(sdk: Sdk, options: ConnectOptions, stdio: StdioTransport): Promise<Connection> {
  const { entry, server } = options;
  const runner = isPackageRunner(stdio);
  const clock = createConnectClock({ timeoutMs: entry.connectTimeoutMs, signal: options.signal, runner });
  const process = await (server.spawn ?? spawnServer)(stdio, {
    env: serverEnvironment(server.env, { env: stdio.env, variables: stdio.profile?.variables }),
    cwd: stdio.cwd ?? server.cwd,
  });
  let garbage = 0;
  let isEstablished = false;
  let answeredLate = false;
  const discovered = (): void => {
    answeredLate = true;
    if (isEstablished) options.onLateAnswer();
  };
  const meter = createMeter(server);
  process.stderr.on("data", (piece: Buffer) => {
    options.onStderr(piece);
    if (runner) options.onDownloading(basename(stdio.command));
  });
  const silence = setTimeout(() => options.onDownloading(basename(stdio.command)), runnerSilenceMs);
  if (!runner) clearTimeout(silence);
  const inner = createStdioTransport({
    process,
    maxMessageBytes,
    parse: (value) => {
      const message = sdk.parseJSONRPCMessage(value);
      meter.heard();
      if ("result" in message && Array.isArray(message.result["supportedVersions"])) discovered();
      return message;
    },
    onGarbage: (line) => {
      garbage += 1;
      if (garbage === 1)
        server.onWarning?.(
          `The MCP server "${entry.name}" writes what is no message on its output; it is skipped. It began with: ${harmlessLine(line, 200)}`,
        );
    },
  });
  try {
    const connection = await establish(sdk, options, {
      transport: inner,
      kind: "process",
      clock,
      meter,
      quiet: () => endedWell(process),
      // The old handshake needs time, too.
      probeTimeoutMs: runner ? runnerProbeTimeoutMs : Math.min(probeTimeoutMs, entry.connectTimeoutMs / 2),
    });
    if (connection.era === "modern") return connection;
    isEstablished = true;
    return answeredLate ? { ...connection, ways: {} } : connection;
  } finally {
    clearTimeout(silence);
  }
}

/** Whether a process is gone by itself, and said that all is well. */
async function endedWell(process: McpProcess): Promise<boolean> {
  // Its output ends a moment before it does.
  const running = new Promise<undefined>((resolve) => setTimeout(resolve, 50, undefined).unref());
  return (await Promise.race([process.exited, running]))?.exitCode === 0;
}

async function connectHttp(
  sdk: Sdk,
  options: ConnectOptions,
  http: HttpTransport,
  kind: "http" | "sse",
): Promise<Connection> {
  const { entry, server } = options;
  const meter = createMeter(server);
  let lost: () => void = () => {};
  let sawTooLarge = false;
  const inner = openHttpTransport({
    sdk,
    transport: http,
    kind,
    fetch: limitFetch(server.auth?.fetch ?? server.fetch ?? serverFetch(http), maxMessageBytes, () => {
      sawTooLarge = true;
    }),
    onLost: () => {
      lost();
    },
  });
  const connection = await establish(sdk, options, {
    transport: watchTransport(inner, {
      onHeard: meter.heard,
      whyEnded: () => {
        const refusal = sawTooLarge ? "too-large" : "cut";
        sawTooLarge = false;
        return refusal;
      },
    }),
    kind,
    clock: createConnectClock({ timeoutMs: entry.connectTimeoutMs, signal: options.signal, runner: false }),
    meter,
    quiet: async () => false,
    probeTimeoutMs: entry.connectTimeoutMs,
  });
  lost = () => void connection.end();
  return connection;
}

interface Meter {
  heard(): void;
  lastHeardAt(): number;
}

function createMeter(server: McpServerOptions): Meter {
  const now = server.now ?? Date.now;
  let at = now();
  return {
    heard() {
      at = now();
    },
    lastHeardAt: () => at,
  };
}

interface Line {
  readonly transport: Transport;
  readonly kind: Connection["kind"];
  readonly clock: ReturnType<typeof createConnectClock>;
  readonly meter: Meter;
  readonly quiet: () => Promise<boolean>;
  readonly probeTimeoutMs: number;
}

async function establish(sdk: Sdk, options: ConnectOptions, line: Line): Promise<Connection> {
  const { transport, clock } = line;
  const client = new sdk.Client(options.server.client ?? { name: "hermes", version: "0.1.0" }, {
    capabilities,
    versionNegotiation: { mode: "auto", probe: { timeoutMs: line.probeTimeoutMs } },
    // Results are compared with their schemas by us, so no client needs a validator of its own.
    jsonSchemaValidator: {
      getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }),
    }, // It lets everything pass.
  });
  let over = false;
  const ended = new Promise<{ reason: string; quiet: boolean }>((resolve) => {
    client.onclose = () => {
      over = true;
      line.quiet().then(
        (quiet) => resolve({ reason: quiet ? "it has ended" : "the connection was closed", quiet }),
        () => resolve({ reason: "the connection was closed", quiet: false }),
      );
    };
  });
  // What goes wrong reaches those who wait for an answer; the rest is noise of broken servers.
  client.onerror = () => {};
  options.prepare(client);
  const legacy = options.ways.era === "legacy" || line.kind === "sse";
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => {
    transport.close().catch(() => {});
    aborted.reject(clock.signal.reason);
  };
  clock.signal.addEventListener("abort", onAbort, { once: true });
  try {
    const connected = client.connect(transport, {
      timeout: noTimeoutMs,
      signal: clock.signal,
      ...(legacy ? { prior: { kind: "legacy" as const } } : {}),
    });
    // The SDK would wait on for a server of 2024-11-05 that does not say where it takes messages.
    await Promise.race([connected, aborted.promise]);
    clock.signal.throwIfAborted();
  } catch (error) {
    await transport.close().catch(() => {});
    clock.signal.throwIfAborted();
    throw error;
  } finally {
    clock.signal.removeEventListener("abort", onAbort);
    clock.stop();
  }
  const era = client.getProtocolEra() ?? "legacy";
  if (era === "modern") assumeComplete(transport);
  return {
    sdk,
    client,
    kind: line.kind,
    era,
    ways: { era, ...(line.kind === "sse" ? { sse: true } : {}) },
    sessionId: () => transport.sessionId,
    lastHeardAt: line.meter.lastHeardAt,
    ended,
    isEnded: () => over,
    async end() {
      await client.close().catch(() => {});
      await transport.close().catch(() => {});
    },
  };
}

import { createCallsInFlight } from "./calls/calls-in-flight.ts";
import { checkStructured } from "./calls/check-structured.ts";
import { hearServer } from "./calls/hear-server.ts";
import { judgeFailure } from "./calls/judge-failure.ts";
import { createPerformer } from "./calls/perform.ts";
import { readPromptResult, readResourceResult, readToolResult } from "./calls/read-results.ts";
import { connect, type Connection } from "./connection/connect.ts";
import { keepConnected } from "./connection/keep-connected.ts";
import { listenForChanges } from "./connection/listen-for-changes.ts";
import { loadSdk, type Sdk } from "./connection/load-sdk.ts";
import { fetchCatalogue } from "./lists/fetch-catalogue.ts";
import { keepCatalogue } from "./lists/keep-catalogue.ts";
import type { McpServer, McpServerOptions, McpStatus, McpToolFacts } from "./mcp-server.ts";
import { createStderrLines } from "./process/stderr-lines.ts";
import { rememberServer } from "./remember-server.ts";
import type { McpServerEntry } from "./server-entry.ts";
import { harmlessLine } from "./texts/harmless-text.ts";

/**
 * One server: connected when it is first used, and again when it was gone. Nothing is started, connected or loaded before.
 *
 * @example See examples/basic.ts
 */
export function openMcpServer(entry: McpServerEntry, options: McpServerOptions): McpServer {
  const { name } = entry;
  const now = options.now ?? Date.now;
  const listeners = new Set<(change: "status" | "catalogue") => void>();
  const stderr = createStderrLines();
  const calls = createCallsInFlight();
  const memory = rememberServer(entry, options, now);
  let status: McpStatus = { state: "idle", since: now() };
  // Its classes tell what an error means; nothing of it is loaded before the first use.
  let sdk: Sdk | undefined;

  function tell(change: "status" | "catalogue"): void {
    for (const listener of listeners) listener(change);
  }

  const catalogue = keepCatalogue({
    now,
    fetch: (connection) => fetchCatalogue(connection, { entry, now }),
    onChanged(changed) {
      memory.write({ catalogue: changed }).catch(() => {});
      tell("catalogue");
    },
  });

  async function connectOnce(signal: AbortSignal): Promise<Connection> {
    sdk = await loadSdk();
    const { ways, catalogue: remembered } = await memory.read();
    if (remembered !== undefined) catalogue.remember(remembered);
    const attempt = {
      sdk,
      entry,
      server: options,
      signal,
      onStderr: stderr.take,
      onDownloading(runner: string) {
        if (status.state === "starting" && status.reason === undefined)
          become({ state: "starting", reason: `${runner} may be downloading` });
      },
      // The next time it is given the time to answer.
      onLateAnswer: () => void memory.write({ ways: {} }).catch(() => {}),
      prepare: (client: Connection["client"]) => {
        const { maxTokens } = entry.sampling;
        const onListChanged = catalogue.changed;
        hearServer(client, { name, cwd: options.cwd, maxSamplingTokens: maxTokens, calls, onListChanged });
      },
    };
    const made = await connect({ ...attempt, ways }).catch(async (error: unknown) => {
      // What was remembered may fit no more, and a server that ends when it is asked something new is an old one.
      const other = otherWays(ways, error);
      signal.throwIfAborted();
      if (other === undefined) throw error;
      return await connect({ ...attempt, ways: other });
    });
    memory.write({ ways: made.ways }).catch(() => {});
    return made;
  }

  /** What to try next, where an attempt failed for what was believed of the server. */
  function otherWays(ways: Connection["ways"], error: unknown): Connection["ways"] | undefined {
    const { kind } = judgeFailure(error, sdk);
    if (kind === "login" || kind === "impossible" || kind === "not-sent" || kind === "timeout")
      return undefined;
    if (ways.era !== undefined || ways.sse !== undefined) return {};
    return entry.transport.type === "stdio" && kind === "cut" ? { era: "legacy" } : undefined;
  }

  function become(next: Partial<McpStatus> & Pick<McpStatus, "state">): void {
    const connection = kept.current();
    const version = connection?.client.getServerVersion();
    status = {
      ...next,
      since: now(),
      protocol: connection?.client.getNegotiatedProtocolVersion(),
      serverName: version === undefined ? undefined : harmlessLine(version.name, 100),
      serverVersion: version === undefined ? undefined : harmlessLine(version.version, 50),
    };
    tell("status");
  }

  const kept = keepConnected({
    name,
    connect: connectOnce,
    judge: (error) => judgeFailure(error, sdk),
    patienceMs: entry.connectTimeoutMs,
    now,
    onStatus(next) {
      become(next);
      const connection = kept.current();
      if (next.state === "ready" && connection !== undefined)
        catalogue.begin(connection, listenForChanges(connection, catalogue.changed));
    },
  });

  const perform = createPerformer({ entry, cwd: options.cwd, kept, calls, now });
  const factsOf = (tool: string): McpToolFacts | undefined =>
    catalogue.known()?.tools.find((facts) => facts.name === tool);
  memory.read().then(
    ({ catalogue: remembered }) => {
      if (remembered === undefined || catalogue.known() !== undefined) return;
      catalogue.remember(remembered);
      tell("catalogue");
    },
    () => {},
  );

  return {
    entry,
    get status() {
      return { ...status, lastHeardAt: kept.current()?.lastHeardAt() };
    },
    get known() {
      return catalogue.known();
    },
    list: ({ signal }) => perform.reading({ signal }, (connection) => catalogue.get(connection)),
    async callTool(tool, args, call) {
      const request = { method: "tools/call" as const, params: { name: tool, arguments: { ...args } } };
      const raw = await perform.request(request, call, () => factsOf(tool));
      const result = readToolResult(raw);
      if (result.isError) return result;
      return {
        ...result,
        ...(await checkStructured(result.content, result.structured, factsOf(tool)?.outputSchema)),
      };
    },
    async readResource(uri, call) {
      return readResourceResult(await perform.request({ method: "resources/read", params: { uri } }, call));
    },
    async getPrompt(prompt, args, call) {
      const params = { name: prompt, arguments: { ...args } };
      return readPromptResult(await perform.request({ method: "prompts/get", params }, call));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stderr: () => stderr.lines(),
    restart: () => kept.reset(),
    async [Symbol.asyncDispose]() {
      catalogue.stop();
      await kept.close();
    },
  };
}

import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { connect, noTimeoutMs, type Connection } from "./connection/connect.ts";
import { listCatalogue } from "./lists/list-catalogue.ts";
import type { McpCatalogue, McpServer, McpServerOptions, McpStatus } from "./mcp-server.ts";
import { createStderrLines } from "./process/stderr-lines.ts";
import type { McpServerEntry } from "./server-entry.ts";
import { readContent, readResourceContents } from "./texts/read-content.ts";

/** One server, connected when it is first used. */
export function openMcpServer(entry: McpServerEntry, options: McpServerOptions): McpServer {
  const now = options.now ?? Date.now;
  const listeners = new Set<(change: "status" | "catalogue") => void>();
  const stderr = createStderrLines();
  const life = new AbortController();
  let status: McpStatus = { state: "idle", since: now() };
  let known: McpCatalogue | undefined;
  let connection: Promise<Connection> | undefined;
  function become(next: Omit<McpStatus, "since">): void {
    status = { ...next, since: now() };
    for (const listener of listeners) listener("status");
  }
  async function connected(): Promise<Connection> {
    if (life.signal.aborted) throw new HermesError(`The MCP server "${entry.name}" was closed.`, { code: "MCP_CLOSED" });
    connection ??= open().catch((error: unknown) => {
      connection = undefined;
      become({ state: "waiting", reason: String(error) });
      throw new HermesError(`The MCP server "${entry.name}" can't be reached.`, { code: "MCP_UNAVAILABLE", cause: error });
    });
    return await connection;
  }
  async function open(): Promise<Connection> {
    become({ state: "starting" });
    const opened = await connect({
      entry,
      server: options,
      ways: {},
      signal: life.signal,
      onStderr: stderr.take,
      onDownloading: () => {},
      prepare: () => {},
    });
    void opened.ended.then(() => {
      connection = undefined;
      if (!life.signal.aborted) become({ state: "idle" });
    });
    become({ state: "ready", protocol: opened.client.getNegotiatedProtocolVersion() });
    return opened;
  }
  return {
    entry,
    get status() {
      return status;
    },
    get known() {
      return known;
    },
    async list({ signal }) {
      const { client } = await connected();
      const has = client.getServerCapabilities() ?? {};
      const listed = await listCatalogue(
        {
          has: { tools: has.tools !== undefined, resources: has.resources !== undefined, prompts: has.prompts !== undefined },
          instructions: client.getInstructions(),
          request: (method, params) =>
            client.request({ method, params }, z.looseObject({}), { signal, timeout: entry.timeoutMs }),
        },
        now(),
      );
      known = listed.catalogue;
      return known;
    },
    async callTool(name, args, { signal, progress }) {
      const { client } = await connected();
      const result = await client.callTool(
        { name, arguments: { ...args } },
        { signal, timeout: noTimeoutMs, onprogress: (said) => progress?.(said) },
      );
      return {
        content: readContent(result.content),
        isError: result.isError ?? false,
        ...(result.structuredContent === undefined ? {} : { structured: result.structuredContent }),
      };
    },
    async readResource(uri, { signal }) {
      const { client } = await connected();
      return readResourceContents((await client.readResource({ uri }, { signal })).contents);
    },
    async getPrompt(name, args, { signal }) {
      const { client } = await connected();
      const result = await client.getPrompt({ name, arguments: { ...args } }, { signal });
      return {
        description: result.description,
        messages: result.messages.flatMap(({ role, content }) =>
          readContent([content]).map((part) => ({ role, content: part })),
        ),
      };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stderr: () => stderr.lines(),
    async restart() {
      await (await connection)?.end();
    },
    async [Symbol.asyncDispose]() {
      life.abort();
      await (await connection?.catch(() => undefined))?.end();
      become({ state: "closed" });
    },
  };
}

import { createRuntime } from "../../src/index.ts";
import type { Runtime, RuntimeOptions } from "../../src/index.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";

/** Whatever it is: a test looks into it, and fails where it is something else. */
type Json = ReturnType<typeof JSON.parse>;

export interface ToolAnswer {
  readonly isError: boolean;
  /** Of the first block. */
  readonly text: string;
  readonly data: Json;
  readonly content: readonly { readonly type: string; readonly [key: string]: unknown }[];
}

export interface ServedHome extends AsyncDisposable {
  readonly runtime: Runtime;
  readonly url: URL;
  readonly token: string | undefined;
  readonly warnings: readonly string[];
  /** Lines of progress, as they come. */
  readonly progress: string[];
  call(tool: string, args?: object, signal?: AbortSignal): Promise<ToolAnswer>;
  request(method: string, params?: object, signal?: AbortSignal): Promise<Json>;
}

interface ServeOptions extends Partial<RuntimeOptions> {
  readonly readOnly?: boolean;
}

/** A home that is served by MCP over loopback, and a client of the newest revision. */
export async function serveHome(
  place: TemporaryPlace,
  { readOnly, ...options }: ServeOptions = {},
): Promise<ServedHome> {
  const warnings: string[] = [];
  const runtime = createRuntime({
    loaded: await place.settings(options.env),
    ...{ cwd: place.project, env: place.env, platform: "cli" },
    onWarning: (message) => warnings.push(message),
    ...options,
  });
  const server = await runtime.mcpServer({ version: "1.2.3", readOnly });
  const { url, token } = await server.serveHttp({});
  const progress: string[] = [];
  const request: ServedHome["request"] = async (method, params = {}, signal) => {
    const response = await post({ url, token }, method, params, signal);
    const messages = await messagesOf(response);
    for (const { method: sent, params: told } of messages)
      if (sent === "notifications/progress") progress.push(told.message);
    const last = messages.at(-1);
    if (last.error !== undefined) throw new Error(`${last.error.code} ${last.error.message}`);
    return last.result;
  };
  return {
    ...{ runtime, url, token, warnings, progress, request },
    async call(name, args = {}, signal) {
      const result = await request("tools/call", { name, arguments: args }, signal);
      const { content, structuredContent, isError = false } = result;
      return { isError, content, text: content[0]?.text ?? "", data: structuredContent };
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await runtime[Symbol.asyncDispose]();
    },
  };
}

let ids = 0;

async function post(
  { url, token }: Pick<ServedHome, "url" | "token">,
  method: string,
  params: object,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const id = (ids += 1);
  const named = "name" in params ? params.name : "uri" in params ? params.uri : undefined;
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
    progressToken: id,
  };
  return await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof named === "string" ? { "mcp-name": named } : {}),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta } }),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function messagesOf(response: Response): Promise<Json[]> {
  const body = await response.text();
  if (!(response.headers.get("content-type") ?? "").includes("event-stream")) return [JSON.parse(body)];
  return body
    .split("\n")
    .flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice("data: ".length))] : []));
}

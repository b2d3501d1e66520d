import { HermesError } from "@hermes/registry";
import type { ToolRegistry } from "@hermes/registry";
import { httpOptionsOf } from "../http/http-listener.ts";
import type { HttpListener } from "../http/http-listener.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { OpenSession } from "../session/opened-session.ts";
import type { OpenSessionOptions } from "../session/session-options.ts";
import { askedAgent } from "./asked-agent.ts";
import { exposedTaskId, exposedTools } from "./exposed-tools.ts";
import type { HomeMcpServer, McpServerChoice } from "./home-mcp-server.ts";
import { storedConversations } from "./stored-conversations.ts";
import { storedEvents } from "./stored-events.ts";
import { storedPermissions } from "./stored-permissions.ts";

export interface McpServerParts {
  readonly parts: RuntimeParts;
  readonly tools: () => Promise<ToolRegistry>;
  readonly open: (options: OpenSessionOptions) => Promise<OpenSession>;
  readonly http: HttpListener;
}

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

/** Joins the home to what serves it. */
export async function openMcpServer(
  { parts, tools, open, http }: McpServerParts,
  { version, readOnly, channels }: McpServerChoice,
): Promise<HomeMcpServer> {
  // Large, and for this alone.
  const { createHermesServer, maxBodyBytes, serveHttp, serveStdio } = await import("@hermes/mcp/server");
  const { state, redactor, warn, options } = parts;
  const { security, mcp_server } = options.loaded.settings;
  const names = mcp_server.expose_tools;
  const registry = names.length === 0 ? undefined : await tools();
  const factory = await createHermesServer(
    {
      conversations: storedConversations(state),
      events: storedEvents(state),
      approvals: storedPermissions(state),
      agent: askedAgent(open),
      channels,
      tools: registry && exposedTools(registry, names),
      redactor: security.redact_secrets ? redactor : async () => (text) => text,
    },
    { version, readOnly, onWarning: warn },
  );
  const ends: (() => Promise<void>)[] = [];
  return {
    serveStdio: async (streams) => await serveStdio({ ...streams, factory, onWarning: warn }),
    async serveHttp({ token, noAuth = false }) {
      const { host = "127.0.0.1", allowedHosts = [] } = httpOptionsOf(options.http);
      if (noAuth && (!loopback.has(host) || allowedHosts.length > 0))
        throw openToAll([host, ...allowedHosts]);
      const face = serveHttp({ factory, onWarning: warn });
      ends.push(() => face.close());
      const served = await http.route("/mcp", {
        handle: async (request, response) => await face.handle(request, response),
        public: noAuth,
        token,
        maxBodyBytes,
      });
      await http.route("/health", {
        handle: (_, response) =>
          void response.setHeader("content-type", "application/json").end('{"status":"ok"}'),
        public: true,
      });
      return { url: served.url, token: served.token };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(ends.map((end) => end()));
      await registry?.cleanup(exposedTaskId);
    },
  };
}

function openToAll(hosts: readonly string[]): HermesError {
  return new HermesError(
    `Without a token, MCP is not served on ${hosts.join(", ")}: anyone in the network could use it.`,
    {
      code: "RUNTIME_MCP_OPEN",
      hint: "Leave --no-auth out, or serve on 127.0.0.1 without other names.",
    },
  );
}

import type { LiveTools, SessionNotices } from "@hermes/agent-loop";
import { toolsetOf } from "@hermes/mcp";
import type { McpServer, McpStatus } from "@hermes/mcp";
import { defineToolset, HermesError } from "@hermes/registry";
import type { Tool, ToolRegistry, ToolSelection } from "@hermes/registry";
import { commandHint } from "../hints.ts";
import { join } from "node:path";
import type { RuntimeParts } from "../runtime-parts.ts";
import { isOffered } from "./server-choice.ts";
import { runsPackages } from "./server-profile.ts";
import { sessionAsks } from "./session-asks.ts";
import { SessionNews } from "./session-news.ts";
import { ServerTools } from "./server-tools.ts";
import type { WorkspaceMcp } from "./workspace-mcp.ts";

/** The servers of one session. */
export interface SessionMcp {
  readonly live: LiveTools;
  /** Tools that were taken out of the registry meanwhile are not offered. */
  settle(): void;
  /** Which toolsets the session has. */
  choose(selection: ToolSelection): void;
  /** Waits for servers whose tools the first request must have. Never throws. */
  ready(): Promise<void>;
  /** Connects, without waiting, what was never listed. */
  begin(): void;
  /** Tells the session from here on what becomes of its servers. */
  follow(session: FollowedSession): void;
  close(): void;
}

export interface FollowedSession {
  readonly sessionId: () => string;
  readonly notices: SessionNotices | undefined;
  /** The model that is asked next. */
  readonly model: () => string;
}

export interface SessionMcpOptions {
  readonly registry: ToolRegistry;
  /** Whether a tool that comes later may be had. @default it may */
  readonly mayHave?: ((tool: Tool) => boolean) | undefined;
}

/** How long a package runner may take to fetch a server that must be there. */
const fetchingMs = 600_000;
/** How long one that fails at once is tried before the session begins without it. */
const failingMs = 3_000;

/** Gives a registry the tools that are remembered, and keeps it up with the servers. */
export function openSessionMcp(
  parts: RuntimeParts,
  mcp: WorkspaceMcp,
  { registry, mayHave }: SessionMcpOptions,
): SessionMcp {
  const { options, warn, closing } = parts;
  const asks = sessionAsks(parts);
  let followed: FollowedSession | undefined;
  addToolsets(registry, mcp);
  const tools = new ServerTools(mcp, {
    ...{ registry, mayHave },
    folder: join(options.loaded.home, "cache", "mcp-files"),
    asks: (server) => asks(server),
    seesImages: async () => await seesImages(followed?.model()),
  });
  for (const { name } of mcp.named) tools.refresh(name);
  const closed = new AbortController();
  const signal = AbortSignal.any([closed.signal, closing]);
  const news = new SessionNews({ mcp, tools, warn });
  let selection: ToolSelection = {};
  let stop: (() => void) | undefined;

  /** Those that the session has, and nothing is known of. */
  const unlisted = (): readonly McpServer[] =>
    mcp.named.flatMap((named) => {
      const isWanted =
        mcp.isUsable(named) && mcp.catalogue(named.name) === undefined && isOffered(named.name, selection);
      return (isWanted && mcp.server(named.name)) || [];
    });

  return {
    live: {
      about: aboutOf(mcp),
      tools: () => tools.found(),
      names: () => tools.names(),
    },
    settle: () => tools.settle(),
    choose(chosen) {
      selection = chosen;
      tools.choose(chosen);
    },
    async ready() {
      const named = [...(options.flags?.toolsets ?? options.loaded.settings.toolsets ?? [])];
      const needed = unlisted().filter(
        ({ entry: { name } }) =>
          mcp.find(name)?.source === "run" ||
          named.some((each) => each === "mcp" || names(name).includes(each)),
      );
      await Promise.all(
        needed.map((server) => waitFor(server, { signal, warn, say: options.onNotice ?? warn })),
      );
      for (const { entry } of needed) tools.refresh(entry.name);
      tools.choose(selection);
    },
    begin() {
      for (const server of unlisted()) server.list({ signal }).catch(() => undefined);
    },
    follow(session) {
      followed = session;
      news.begin(session);
      stop = mcp.onChange((name, change) => {
        if (change !== "status") {
          addToolsets(registry, mcp);
          tools.refresh(name);
          // A server that was agreed to meanwhile.
          if (change === "entry") for (const each of unlisted()) each.list({ signal }).catch(() => undefined);
        }
        news.tell(name, change);
      });
    },
    close() {
      stop?.();
      closed.abort();
    },
  };
}

/** Of a model that nothing is known of, it is believed. */
async function seesImages(model: string | undefined): Promise<boolean> {
  if (model === undefined) return true;
  const { describeModel } = await import("@hermes/models");
  return describeModel(model).abilities.images !== false;
}

/** What a toolset of a server may be called. */
function names(server: string): readonly string[] {
  return [toolsetOf(server), server];
}

/** One for each server, and one for all. */
function addToolsets(registry: ToolRegistry, mcp: WorkspaceMcp): void {
  const known = new Set(registry.toolsetNames());
  const servers = mcp.named.filter(({ enabled }) => enabled).map(({ name }) => name);
  const missing = servers.filter((server) => !known.has(toolsetOf(server)));
  if (missing.length === 0 && known.has("mcp")) return;
  for (const server of missing)
    registry.addToolset(
      defineToolset({
        name: toolsetOf(server),
        description: `Tools of the MCP server ${server}`,
        aliases: known.has(server) ? [] : [server],
      }),
    );
  registry.removeToolset("mcp");
  const includes = servers.map(toolsetOf);
  registry.addToolset(defineToolset({ name: "mcp", description: "Tools of all MCP servers", includes }));
}

/** Said once, when the session begins: what comes later is told by notices. */
function aboutOf(mcp: WorkspaceMcp): readonly string[] {
  const usable = mcp.named.filter((server) => mcp.isUsable(server));
  if (usable.length === 0) return ["tools of MCP servers, once there are any"];
  return usable.map(({ name }) => `tools of the MCP server ${name}`);
}

/** What must be there before the first request; a failure is a warning, and the session goes on without it. */
async function waitFor(
  server: McpServer,
  {
    signal,
    warn,
    say,
  }: {
    readonly signal: AbortSignal;
    readonly warn: (message: string) => void;
    readonly say: (message: string) => void;
  },
): Promise<void> {
  const { name, transport, connectTimeoutMs } = server.entry;
  const isFetched = transport.type === "stdio" && runsPackages(transport);
  const limit = AbortSignal.timeout(isFetched ? fetchingMs : connectTimeoutMs);
  const began = Date.now();
  const said = new Set<string>();
  const failed = new AbortController();
  const stop = server.onChange(() => {
    const { state, reason = "it can't be reached" } = server.status;
    const text = progressOf(server.status);
    if (!said.has(text)) say(`The MCP server "${name}": ${text}`);
    said.add(text);
    if (state === "waiting" && Date.now() - began >= failingMs) failed.abort(new Error(reason));
  });
  try {
    await server.list({ signal: AbortSignal.any([signal, limit, failed.signal]) });
  } catch (error) {
    if (signal.aborted) return;
    const seconds = Math.round((Date.now() - began) / 1_000);
    const why = limit.aborted
      ? `it did not answer within ${seconds} seconds`
      : error instanceof Error
        ? error.message
        : String(error);
    const hint = HermesError.is(error) ? commandHint(error) : `To see what it says: hermes mcp test ${name}`;
    warn(`The MCP server "${name}" has no tools in this session yet: ${why}. ${hint}`);
  } finally {
    stop();
  }
}

function progressOf({ state, reason }: McpStatus): string {
  return reason === undefined ? state : `${state} (${reason})`;
}

import type { McpServer, McpTool, ToolNames } from "@hermes/mcp";
import type { Tool, ToolRegistry, ToolSelection, WaitingTool } from "@hermes/registry";
import type { SessionAsks } from "./session-asks.ts";
import { toolsOfCatalogue } from "./tools-of-catalogue.ts";
import type { WorkspaceMcp } from "./workspace-mcp.ts";

export interface ServerToolsOptions {
  readonly registry: ToolRegistry;
  readonly mayHave?: ((tool: Tool) => boolean) | undefined;
  /** For what a model can't read; absolute. */
  readonly folder: string;
  readonly asks?: SessionAsks | undefined;
  /** Whether the model sees pictures now. */
  readonly seesImages?: (() => Promise<boolean>) | undefined;
}

/** The tools of servers in the registry of one session: they come with a list, and one that goes stays to say so. */
export class ServerTools {
  readonly #mcp: WorkspaceMcp;
  readonly #options: ServerToolsOptions;
  readonly #names: ToolNames;
  readonly #ours = new Set<string>();
  /** By server, those that can be found now. */
  readonly #found = new Map<string, readonly McpTool[]>();
  /** Undefined: the session has not begun. */
  #selection: ToolSelection | undefined;
  #chosen: ReadonlySet<string> = new Set();
  readonly #once = new Set<string>();

  constructor(mcp: WorkspaceMcp, options: ServerToolsOptions) {
    this.#mcp = mcp;
    this.#options = options;
    this.#names = mcp.toolNames((name) => options.registry.has(name) && !this.#ours.has(name));
  }

  /** Takes up what a server offers now. */
  refresh(name: string): void {
    const named = this.#mcp.find(name);
    const server = this.#mcp.server(name);
    const catalogue = this.#mcp.catalogue(name);
    const isThere = named !== undefined && this.#mcp.isUsable(named);
    const tools = isThere && server && catalogue ? this.#toolsOf(server, catalogue) : [];
    const { registry, mayHave = () => true } = this.#options;
    const had = tools.filter(({ tool }) => mayHave(tool));
    // What was changed since it was agreed to is told to nobody; a call of it asks the person.
    const hidden = new Set(
      had.flatMap(({ name: told, facts }) => (facts && this.#mcp.isChanged(name, facts) ? [told] : [])),
    );
    for (const { name: told, tool } of had) {
      this.#ours.add(told);
      registry.unregister(told);
      registry.register(hidden.has(told) ? { ...tool, available: () => false } : tool);
    }
    this.#found.set(
      name,
      had.filter((each) => !hidden.has(each.name)),
    );
    if (this.#selection !== undefined) this.choose(this.#selection);
  }

  choose(selection: ToolSelection): void {
    this.#selection = selection;
    this.#chosen = new Set(this.#options.registry.resolve(selection));
    for (const name of this.#ours) if (this.#chosen.has(name)) this.#once.add(name);
  }

  settle(): void {
    for (const name of this.#ours) if (!this.#options.registry.has(name)) this.#ours.delete(name);
    for (const [server, tools] of this.#found)
      this.#found.set(
        server,
        tools.filter(({ name }) => this.#ours.has(name)),
      );
  }

  /** Those that a search finds. */
  found(): readonly WaitingTool[] {
    return [...this.#found.values()].flat().flatMap(({ name, tool }) =>
      this.#chosen.has(name)
        ? [
            {
              ...{ name, description: tool.description, parameters: tool.parameters() },
              ...{ toolset: tool.toolset, provenance: tool.provenance },
            },
          ]
        : [],
    );
  }

  /** All that can be called: what was once there answers for itself. */
  names(): readonly string[] {
    return [...this.#once];
  }

  /** Those of one server that can be found, as the model knows them. */
  ofServer(name: string): readonly string[] {
    return (this.#found.get(name) ?? []).map((tool) => tool.name).filter((each) => this.#chosen.has(each));
  }

  #toolsOf(server: McpServer, catalogue: NonNullable<McpServer["known"]>): readonly McpTool[] {
    const { folder, asks, seesImages } = this.#options;
    return toolsOfCatalogue(this.#mcp, server, catalogue, {
      names: this.#names,
      ...{ folder, seesImages },
      asks: asks?.(server),
    });
  }
}

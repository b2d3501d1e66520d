import { HermesError, nearest } from "@hermes/registry";
import { ToolNames, definitionChange, definitionHash, definitionText, openMcpServer } from "@hermes/mcp";
import type { McpCatalogue, McpServer, McpServerOptions, McpToolFacts, ToolConsent } from "@hermes/mcp";
import { longestDefinition } from "./consents.ts";
import type { Consents } from "./consents.ts";
import type { McpServerReport } from "./server-report.ts";
import type { NamedServer } from "./read-entries.ts";
import { reachOf } from "./server-profile.ts";
import { OnceEach } from "../once-each.ts";

export interface WorkspaceMcpOptions {
  /** Reads what files and options say now. */
  readonly read: () => Promise<readonly NamedServer[]>;
  /** What an entry would be that is not written yet. */
  readonly preview: (entry: PreviewedEntry) => Promise<NamedServer>;
  readonly consents: Consents;
  /** What a server is opened with. */
  readonly openWith: (server: NamedServer) => Omit<McpServerOptions, "memory">;
  readonly memory: NonNullable<McpServerOptions["memory"]>;
  /** Aborted when the runtime is closed. */
  readonly closing: AbortSignal;
}

export interface PreviewedEntry {
  readonly name: string;
  readonly value: unknown;
  readonly inProject: boolean;
  /** As if they were set. */
  readonly variables: Readonly<Record<string, string>>;
}

export type McpChange = "status" | "catalogue" | "entry";
type ChangeListener = (name: string, change: McpChange) => void;

/** The servers of one folder: named, agreed to or not, and opened once for all sessions. Connected by whoever uses them. */
export class WorkspaceMcp {
  readonly #options: WorkspaceMcpOptions;
  readonly #opened = new Map<string, { readonly hash: string; readonly server: McpServer }>();
  readonly #listeners = new Set<ChangeListener>();
  /** Hashes of entries that may be started as long as this program runs. */
  readonly #forNow = new Set<string>();
  readonly #hashes = new WeakMap<McpToolFacts, string>();
  readonly #once = new OnceEach();
  readonly #reads: Promise<unknown>[] = [];
  #named: ReadonlyMap<string, NamedServer> = new Map();

  constructor(options: WorkspaceMcpOptions) {
    this.#options = options;
  }

  /** Looks at what there is, and remembers what was listed earlier. Connects nothing. */
  async load(): Promise<void> {
    const named = await this.#options.read();
    this.#options.consents.readAnew();
    this.#named = new Map(named.map((server) => [server.name, server]));
    for (const server of named) if (this.isUsable(server)) this.#open(server);
    await Promise.all(this.#reads.splice(0));
    // What was read is taken up behind the read.
    await new Promise((resolve) => setImmediate(resolve));
  }

  async preview(entry: PreviewedEntry): Promise<NamedServer> {
    return await this.#options.preview(entry);
  }

  get named(): readonly NamedServer[] {
    return [...this.#named.values()];
  }

  find(name: string): NamedServer | undefined {
    return this.#named.get(name);
  }

  /** Whether sessions may use it. */
  isUsable(server: NamedServer): boolean {
    return server.enabled && server.entry !== undefined && this.allowed(server) === true;
  }

  /** Whether a person has agreed that it may be started; undefined: nobody was asked. */
  allowed(server: NamedServer): boolean | undefined {
    return this.#forNow.has(server.hash) || this.#options.consents.of(server);
  }

  /** @param scope `now`: as long as this program runs. */
  async allow(server: NamedServer, allowed: boolean, scope: "now" | "always" = "always"): Promise<void> {
    if (!allowed) this.#forNow.delete(server.hash);
    if (allowed && scope === "now") this.#forNow.add(server.hash);
    else if (server.source !== "run") await this.#options.consents.keep(server, allowed);
    const known = this.#opened.get(server.name)?.server.known;
    if (allowed && scope === "always" && known !== undefined)
      await this.#options.consents.pin(server, known.tools, { anew: true });
    this.#tell(server.name, "entry");
  }

  /** The server, opened where it was not. Undefined where its entry can't be used. */
  server(name: string): McpServer | undefined {
    const named = this.#named.get(name);
    return named?.entry === undefined ? undefined : this.#open(named);
  }

  /**
   * @throws {HermesError} `MCP_NO_SERVER`, `MCP_BAD_ENTRY`.
   */
  need(name: string): { readonly named: NamedServer; readonly server: McpServer } {
    const named = this.#named.get(name);
    const near = nearest(name, this.#named.keys());
    if (named === undefined)
      throw new HermesError(`There is no MCP server "${name}".`, {
        code: "MCP_NO_SERVER",
        hint: near === undefined ? "To see those that there are: hermes mcp list" : `Did you mean "${near}"?`,
      });
    const server = this.server(name);
    if (server !== undefined) return { named, server };
    throw new HermesError(`The MCP server "${name}" can't be used: ${named.problem}.`, {
      code: "MCP_BAD_ENTRY",
      hint: `Correct its entry${named.file === undefined ? "" : ` in ${named.file}`}.`,
    });
  }

  /** What it offers, as last listed. */
  catalogue(name: string): McpCatalogue | undefined {
    return this.#opened.get(name)?.server.known;
  }

  /** Names for tools that depend on nothing but the servers that there are, and on what `taken` says. */
  toolNames(taken: (name: string) => boolean): ToolNames {
    return new ToolNames({ servers: [...this.#named.keys()], taken });
  }

  /** Another process may have kept an answer since the last look. */
  lookAgain(): void {
    this.#options.consents.readAnew();
  }

  /** What a call of a tool is judged by. */
  consent(name: string, facts: McpToolFacts | undefined): ToolConsent {
    const named = this.#named.get(name);
    if (named === undefined || !this.isUsable(named))
      return {
        refused: `The MCP server "${name}" may not be used now. To allow it: hermes mcp allow ${name}`,
      };
    const pin = facts && this.#options.consents.pins(named).get(facts.name);
    if (facts === undefined || pin === undefined || pin.hash === this.#hashOf(facts))
      return { entry: named.hash };
    return {
      entry: named.hash,
      changed: definitionChange(pin.definition, definitionText(facts).slice(0, longestDefinition)),
    };
  }

  #hashOf(facts: McpToolFacts): string {
    const known = this.#hashes.get(facts);
    if (known !== undefined) return known;
    const hash = definitionHash(facts);
    this.#hashes.set(facts, hash);
    return hash;
  }

  /** What several sessions would do, one after another; what was done under a key is not done again. */
  async once(key: string, work: () => Promise<void>): Promise<void> {
    await this.#once.run(key, work);
  }

  /** Whether a tool is described otherwise than when it was agreed to. */
  isChanged(name: string, facts: McpToolFacts): boolean {
    const consent = this.consent(name, facts);
    return "changed" in consent && consent.changed !== undefined;
  }

  reports(): readonly McpServerReport[] {
    return this.named.map((server) => this.report(server));
  }

  report(server: NamedServer): McpServerReport {
    const { name, source, file, target, enabled, entry, problem, isHeld } = server;
    const opened = this.#opened.get(name)?.server;
    return {
      ...{ name, source, file, target, enabled },
      allowed: this.allowed(server),
      reach: entry === undefined ? [] : reachOf(entry, { isHeld }),
      isUnheld: !isHeld,
      status: opened?.status ?? { state: "idle", since: Date.now() },
      tools: opened?.known?.tools.length,
      problem,
    };
  }

  /** @returns what ends it. */
  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the entries anew; ends what is gone or changed, and connects again what was in use. */
  async reload(): Promise<void> {
    const before = this.#named;
    await this.load();
    for (const [name, { hash, server }] of this.#opened) {
      const now = this.#named.get(name);
      if (now?.hash === hash && this.isUsable(now)) {
        const wasUsed = !["idle", "closed"].includes(server.status.state);
        // oxlint-disable-next-line no-await-in-loop -- one after another
        await server.restart();
        if (wasUsed) server.list({ signal: this.#options.closing }).catch(() => undefined);
      } else if (now?.hash !== hash) {
        this.#opened.delete(name);
        // oxlint-disable-next-line no-await-in-loop
        await server[Symbol.asyncDispose]();
      }
    }
    for (const name of new Set([...before.keys(), ...this.#named.keys()]))
      if (before.get(name)?.hash !== this.#named.get(name)?.hash) this.#tell(name, "entry");
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.all([...this.#opened.values()].map(({ server }) => server[Symbol.asyncDispose]()));
    this.#opened.clear();
  }

  #open(named: NamedServer): McpServer | undefined {
    const { name, entry, hash } = named;
    const known = this.#opened.get(name);
    if (known?.hash === hash) return known.server;
    if (entry === undefined) return undefined;
    if (known !== undefined) Promise.resolve(known.server[Symbol.asyncDispose]()).catch(() => undefined);
    const { memory } = this.#options;
    const server = openMcpServer(entry, {
      ...this.#options.openWith(named),
      memory: {
        read: (key) => {
          const read = memory.read(key);
          this.#reads.push(read);
          return read;
        },
        write: (key, text) => memory.write(key, text),
      },
    });
    this.#opened.set(name, { hash, server });
    server.onChange((change) => {
      if (change === "catalogue" && server.known !== undefined)
        this.#options.consents.pin(named, server.known.tools).catch(() => undefined);
      this.#tell(name, change);
    });
    return server;
  }

  #tell(name: string, change: McpChange): void {
    for (const listener of this.#listeners) listener(name, change);
  }
}

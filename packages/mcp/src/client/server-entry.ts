/** What a server process may reach. It is part of its entry: another one is another question to the person. */
export interface McpProfile {
  /** Folders that it may write to, beside a scratch folder of its own; absolute. Everything but secrets can be read. */
  readonly folders: readonly string[];
  /** Hosts that it may reach, `name` or `name:port`; `*` alone: all of them. */
  readonly hosts: readonly string[];
  /** Names of variables of this environment that it gets, beside the harmless ones. */
  readonly variables: readonly string[];
}

export interface StdioTransport {
  readonly type: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** Variables with their values, placeholders filled in. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. @default the folder of the work */
  readonly cwd?: string | undefined;
  /** Undefined: it runs as the person, outside of the jail. */
  readonly profile?: McpProfile | undefined;
}

export interface HttpTransport {
  /** `sse`: the old one of 2024-11-05. */
  readonly type: "http" | "sse";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `false`: certificates are not checked. A path: of the authorities that count. @default true */
  readonly verifyTls?: boolean | string | undefined;
  /** Paths of a certificate of our own and its key, in PEM. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string } | undefined;
  readonly oauth?: McpOAuthChoice | undefined;
}

export interface McpOAuthChoice {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly scope?: string | undefined;
  /** Port of the loopback address that the browser comes back to. @default any that is free */
  readonly redirectPort?: number | undefined;
  readonly clientName?: string | undefined;
}

/** What a server may have our model asked for. */
export interface McpSamplingChoice {
  readonly enabled: boolean;
  /** Name of the model that answers. @default the auxiliary one for `mcp` */
  readonly model?: string | undefined;
  readonly maxTokens: number;
  readonly timeoutMs: number;
  readonly maxPerMinute: number;
  /** Empty: whichever is configured. */
  readonly allowedModels: readonly string[];
}

/** One server, as settings, a project or an option name it; everything checked and filled in. */
export interface McpServerEntry {
  /** Letters, digits, `-`, `_` and `.`; what its tools and toolset are called after. */
  readonly name: string;
  readonly transport: StdioTransport | HttpTransport;
  /** Longest call without a sign of life, in milliseconds. @default 120_000 */
  readonly timeoutMs: number;
  /** Longest time until it has answered for the first time; what a package runner downloads before does not count. @default 60_000 */
  readonly connectTimeoutMs: number;
  /** Whether calls that change something may run side by side. @default false */
  readonly parallel: boolean;
  readonly tools: {
    /** Names as the server gives them; undefined: all. Empty: none. */
    readonly include?: readonly string[] | undefined;
    readonly exclude: readonly string[];
    readonly resources: boolean;
    readonly prompts: boolean;
  };
  readonly sampling: McpSamplingChoice;
}

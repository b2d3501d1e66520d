import type { Environment, JsonSchema } from "@hermes/registry";
import type { McpServerEntry, StdioTransport } from "./server-entry.ts";

/** How a server is, for people and programs. */
export interface McpStatus {
  /**
   * `idle`: not needed yet. `starting`: being connected. `ready`. `waiting`: gone, the next try comes by itself. `needs-login`:
   * answers only to somebody who is logged in. `failed`: no try helps before its entry changes. `closed`.
   */
  readonly state: "idle" | "starting" | "ready" | "waiting" | "needs-login" | "failed" | "closed";
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly reason?: string | undefined;
  readonly hint?: string | undefined;
  /** Revision that is spoken, such as `2026-07-28`. */
  readonly protocol?: string | undefined;
  readonly serverName?: string | undefined;
  readonly serverVersion?: string | undefined;
  /** Milliseconds since 1970 when it last answered anything. */
  readonly lastHeardAt?: number | undefined;
  /** Milliseconds since 1970 of the next try, while it waits. */
  readonly nextTryAt?: number | undefined;
}

/** Texts are those of the server: untrusted, and of limited length. */
export interface McpToolFacts {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  /** Hints of the server; nothing that is decided may rest on them alone. */
  readonly hints: {
    readonly readOnly: boolean;
    readonly destructive: boolean;
    readonly idempotent: boolean;
    readonly openWorld: boolean;
  };
}

export interface McpResourceFacts {
  /** Of a template: with its placeholders. */
  readonly uri: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly size?: number | undefined;
}

export interface McpPromptFacts {
  readonly name: string;
  readonly description?: string | undefined;
  readonly arguments: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    readonly required: boolean;
  }[];
}

/** Everything that a server offers; all pages. In the order of the alphabet. */
export interface McpCatalogue {
  readonly tools: readonly McpToolFacts[];
  readonly resources: readonly McpResourceFacts[];
  readonly templates: readonly McpResourceFacts[];
  readonly prompts: readonly McpPromptFacts[];
  readonly instructions?: string | undefined;
  /** Capabilities that the utility tools depend on. */
  readonly has: { readonly resources: boolean; readonly prompts: boolean };
  /** What was left out and why, one sentence each: too many, too large, a schema that can't be used. */
  readonly leftOut: readonly string[];
  /** Milliseconds since 1970. */
  readonly listedAt: number;
}

/** A part of a result, checked and of limited size. */
export type McpContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly mimeType: string; readonly base64: string }
  | {
      readonly type: "link";
      readonly uri: string;
      readonly name: string;
      readonly description?: string | undefined;
    }
  | {
      readonly type: "resource";
      readonly uri: string;
      readonly mimeType?: string | undefined;
      readonly text?: string | undefined;
      readonly base64?: string | undefined;
    };

export interface McpToolResult {
  readonly content: readonly McpContent[];
  readonly structured?: unknown;
  readonly isError: boolean;
}

export interface McpPromptResult {
  readonly description?: string | undefined;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: McpContent }[];
}

export interface McpProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** One field of a form that a server wants filled in. */
export interface McpFormField {
  readonly name: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly type: "text" | "number" | "integer" | "boolean" | "choice" | "choices";
  readonly choices?: readonly { readonly value: string; readonly title: string }[] | undefined;
  readonly required: boolean;
  readonly default?: string | number | boolean | readonly string[] | undefined;
  readonly format?: string | undefined;
}

export type McpElicitation =
  | {
      readonly mode: "form";
      readonly server: string;
      readonly message: string;
      readonly fields: readonly McpFormField[];
    }
  | { readonly mode: "url"; readonly server: string; readonly message: string; readonly url: string };

export type McpElicitAnswer =
  | {
      readonly action: "accept";
      readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
    }
  | { readonly action: "decline" | "cancel" };

export interface McpSamplingRequest {
  readonly server: string;
  readonly systemPrompt?: string | undefined;
  readonly messages: readonly {
    readonly role: "user" | "assistant";
    readonly content: readonly McpContent[];
  }[];
  readonly maxTokens: number;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  /** Names that the server would like, best first. */
  readonly wanted: readonly string[];
}

export interface McpSamplingAnswer {
  readonly model: string;
  readonly text: string;
  readonly stopReason: "endTurn" | "maxTokens" | "stopSequence";
}

/** Who answers what a server asks back while it serves a call. What is absent is not offered to it, or refused. */
export interface McpAsks {
  elicit?(request: McpElicitation, options: { readonly signal: AbortSignal }): Promise<McpElicitAnswer>;
  /** @throws to refuse; the message reaches the server. */
  sample?(request: McpSamplingRequest, options: { readonly signal: AbortSignal }): Promise<McpSamplingAnswer>;
  log?(entry: { readonly level: string; readonly logger?: string | undefined; readonly text: string }): void;
}

export interface McpCallOptions {
  readonly signal: AbortSignal;
  readonly progress?: ((progress: McpProgress) => void) | undefined;
  readonly asks?: McpAsks | undefined;
}

/**
 * One server, whatever happens to it: connected when it is first used, and again when it was gone. Calls wait for it as long as
 * they may. A call that may have reached it is sent again only where its tool says that it only reads, or that repeating does
 * no harm.
 */
export interface McpServer extends AsyncDisposable {
  readonly entry: McpServerEntry;
  readonly status: McpStatus;
  /** What was last listed, also in an earlier run of the program; nothing is connected for it. */
  readonly known: McpCatalogue | undefined;
  /** What it offers now. @throws {HermesError} as `callTool`. */
  list(options: { readonly signal: AbortSignal }): Promise<McpCatalogue>;
  /**
   * @throws {HermesError} `MCP_UNAVAILABLE` (not reached, so it did not run), `MCP_OUTCOME_UNKNOWN` (cut off when it may have run),
   * `MCP_NEEDS_LOGIN`, `MCP_TIMEOUT`, `MCP_REFUSED` (an error of the protocol, in the server's words), `MCP_BAD_ANSWER`, `MCP_CLOSED`.
   */
  callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: McpCallOptions,
  ): Promise<McpToolResult>;
  readResource(uri: string, options: McpCallOptions): Promise<readonly McpContent[]>;
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    options: McpCallOptions,
  ): Promise<McpPromptResult>;
  /** Tells of another status or another list; at once, one after another. @returns what ends it. */
  onChange(listener: (change: "status" | "catalogue") => void): () => void;
  /** The newest lines that its process wrote on stderr, made harmless, oldest first. */
  stderr(): readonly string[];
  /** Ends the connection, and begins anew with the next use. */
  restart(): Promise<void>;
}

/** A process that was started for a server. */
export interface McpProcess {
  readonly stdin: NodeJS.WritableStream;
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
  /** Resolves when it is gone, with how. Never rejects. */
  readonly exited: Promise<{ readonly exitCode: number | null; readonly signal: string | null }>;
  /** Ends it with everything that it started: asks first, then insists. Resolves when nothing is left. */
  end(): Promise<void>;
}

export interface McpServerOptions {
  /** The environment of this program, of which a server gets the harmless part. */
  readonly env: Environment;
  /** Folder of the work: the root that servers are told of, and where processes start. Absolute. */
  readonly cwd: string;
  /** Starts the process of a server behind its profile. @default as the person, outside of a jail */
  readonly spawn?:
    | ((
        transport: StdioTransport,
        options: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
      ) => Promise<McpProcess>)
    | undefined;
  /** @default one that knows the certificates of the entry */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** What `createMcpAuth` gives: requests go through it, and bring the token of the login. Absent: a 401 is `needs-login`. */
  readonly auth?: { readonly fetch: typeof globalThis.fetch } | undefined;
  /** What is remembered between runs: revision and catalogue, by a key that changes with the entry. @default nothing is */
  readonly memory?:
    | { read(key: string): Promise<string | undefined>; write(key: string, text: string): Promise<void> }
    | undefined;
  readonly client?: { readonly name: string; readonly version: string } | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** For the log, never for the model. @default nothing happens */
  readonly onWarning?: ((message: string) => void) | undefined;
}

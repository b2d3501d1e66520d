import type { SettingValue } from "@hermes/config";
import type { PromptCommands } from "./prompt-commands.ts";
import type { McpServerReport } from "./server-report.ts";
import type { McpCatalogue, McpPromptResult, McpServer, McpToolResult } from "@hermes/mcp";

/** A tool as the model knows it, with what the server calls it. */
export interface McpToolReport {
  /** `mcp_<server>_<tool>`. */
  readonly name: string;
  readonly tool: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  /** Why the model does not get it: left out by the settings, changed since a person agreed. */
  readonly hidden?: string | undefined;
  /** What the scanner says against its description, a sentence each, for the person; it keeps nothing from the model. */
  readonly findings: readonly string[];
}

/** An entry as files have it: the fields of the settings, placeholders not filled in. */
export interface McpEntryText {
  readonly name: string;
  readonly fields: Readonly<Record<string, SettingValue>>;
  /** It belongs into `.mcp.json` of the workspace, instead of the settings. */
  readonly inProject: boolean;
}

/** What files say of servers, changed for the person. */
export interface McpEntryFiles {
  /**
   * Writes an entry, which takes the place of one of the same name, and variables that it names. Nobody has agreed to it then.
   *
   * @param variables For `.env`.
   * @returns The file that holds it.
   * @throws {HermesError} `PERMISSIONS_CHANGED`, `PERMISSIONS_LOCKED`, `MCP_BAD_ENTRY`.
   */
  keep(entry: McpEntryText, variables: Readonly<Record<string, string>>): Promise<string>;
  /** @returns The file that named it. */
  remove(entry: Pick<McpEntryText, "name" | "inProject">): Promise<string>;
}

/** The MCP servers of a home, for the person: what is done here is the person's own, and no guard is asked. */
export interface HomeMcp extends McpEntryFiles, PromptCommands {
  /**
   * What an entry would be, as a list shows it; nothing is written.
   *
   * @param variables As if they stood in `.env`.
   * @throws {HermesError} `MCP_BAD_ENTRY` with what is wrong.
   */
  preview(entry: McpEntryText, variables: Readonly<Record<string, string>>): Promise<McpServerReport>;
  list(): Promise<readonly McpServerReport[]>;
  /**
   * The server with this name, of the runtime's folder. Connected when it is used.
   *
   * @throws {HermesError} `MCP_NO_SERVER`, with the nearest name; `MCP_BAD_ENTRY`; `MCP_NOT_ALLOWED` for one of a project that
   * nobody has agreed to.
   */
  server(name: string): Promise<McpServer>;
  tools(name: string, options: { readonly signal: AbortSignal }): Promise<readonly McpToolReport[]>;
  catalogue(name: string, options: { readonly signal: AbortSignal }): Promise<McpCatalogue>;
  /** @param tool As the server calls it, or as the model knows it. */
  call(
    name: string,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: McpPersonCall,
  ): Promise<McpToolResult>;
  prompt(
    name: string,
    prompt: string,
    args: Readonly<Record<string, string>>,
    options: McpPersonCall,
  ): Promise<McpPromptResult>;
  /** Agrees to the server as its entry and its tools are now, or takes that back. */
  allow(name: string, allowed: boolean): Promise<void>;
  /** Logs in by a browser, or by what is pasted. */
  login(name: string, options: McpLogin): Promise<void>;
  /** @returns false where nobody was logged in. */
  logout(name: string): Promise<boolean>;
  /** Reads the entries anew, ends what is gone or changed, and connects again what is in use. */
  reload(): Promise<readonly McpServerReport[]>;
}

export interface McpPersonCall {
  readonly signal: AbortSignal;
  readonly progress?: ((text: string) => void) | undefined;
}

export interface McpLogin {
  readonly signal: AbortSignal;
  /** Shows the address, and opens it where that can be done. @returns whether a browser was opened. */
  open(url: string): Promise<boolean>;
  /** Asks for the address that the browser ended at, again with what is wrong with the last one; undefined: nobody can paste. */
  readonly paste?:
    | ((options: { readonly signal: AbortSignal; readonly wrong?: string }) => Promise<string>)
    | undefined;
}

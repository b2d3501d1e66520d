/** MCP both ways: servers whose tools an agent uses, and (`@hermes/mcp/server`) an agent that other programs use. */
export { openMcpServer } from "./client/open-mcp-server.ts";
export { spawnServer } from "./client/process/spawn-server.ts";
export type {
  McpAsks,
  McpCallOptions,
  McpCatalogue,
  McpContent,
  McpElicitAnswer,
  McpElicitation,
  McpFormField,
  McpProcess,
  McpProgress,
  McpPromptFacts,
  McpPromptResult,
  McpResourceFacts,
  McpSamplingAnswer,
  McpSamplingRequest,
  McpServer,
  McpServerOptions,
  McpStatus,
  McpToolFacts,
  McpToolResult,
} from "./client/mcp-server.ts";
export type {
  HttpTransport,
  McpOAuthChoice,
  McpProfile,
  McpSamplingChoice,
  McpServerEntry,
  StdioTransport,
} from "./client/server-entry.ts";
export { createMcpAuth } from "./oauth/create-mcp-auth.ts";
export type { McpAuth, McpAuthOptions } from "./oauth/create-mcp-auth.ts";
export type { McpInteraction } from "./oauth/browser-login.ts";
export { parseMcpEntry } from "./tools/parse-entry.ts";
export type { ParsedEntry, ParseEntryOptions } from "./tools/parse-entry.ts";
export { parseRunEntry } from "./tools/parse-run-entry.ts";
export type { WrittenRunEntry } from "./tools/parse-run-entry.ts";
export { ToolNames, cleaned } from "./tools/tool-names.ts";
export type { NamedTool, ToolNamesOptions } from "./tools/tool-names.ts";
export { isIncluded, mcpTools, toolsetOf } from "./tools/mcp-tools.ts";
export type { McpTool, McpToolsOptions, ToolConsent } from "./tools/mcp-tools.ts";
export { definitionChange, definitionHash, definitionText } from "./tools/definition-change.ts";
export { contentValue, resultValue } from "./tools/tool-result.ts";
export type { ResultOptions, SaveContent } from "./tools/tool-result.ts";
export { elicitPerson } from "./tools/elicit-person.ts";
export type { AskPerson } from "./tools/elicit-person.ts";

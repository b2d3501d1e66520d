/** MCP both ways: servers whose tools an agent uses, and (`@hermes/mcp/server`) an agent that other programs use. */
export { openMcpServer } from "./client/open-mcp-server.ts";
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

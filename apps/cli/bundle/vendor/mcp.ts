// One file for all that uses servers: its parts share the objects that they make.
export * from "@hermes/mcp";
export * from "../../../../packages/runtime/src/mcp/ask-to-start.ts";
export * from "../../../../packages/runtime/src/mcp/open-home-mcp.ts";
export * from "../../../../packages/runtime/src/mcp/open-workspace-mcp.ts";
export * from "../../../../packages/runtime/src/mcp/session-mcp.ts";

export * from "@hermes/mcp/server";
